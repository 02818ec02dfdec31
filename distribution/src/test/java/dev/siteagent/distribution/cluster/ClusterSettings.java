package dev.siteagent.distribution.cluster;

import jakarta.validation.constraints.NotBlank;

/**
 * Settings that the Python agent's backend for SLURM has, too.
 *
 * @param slurmBinPath the folder of the cluster's commands, which here holds its accounts
 * @param defaultAccount the account above all others
 * @param qosDefault the quality of service of an account
 * @param qosPaused that of a paused one
 * @param qosDownscaled that of one that is scaled down
 * @param enableUserHomedirAccountCreation whether users get home directories
 * @param defaultHomedirUmask what others may not do there
 */
record ClusterSettings(
        @NotBlank String slurmBinPath,
        String defaultAccount,
        String qosDefault,
        String qosPaused,
        String qosDownscaled,
        boolean enableUserHomedirAccountCreation,
        String defaultHomedirUmask) {}
