/**
 * What the Python plugin template has in {@code backend.py}, {@code client.py} and {@code schemas.py}, hook by hook: {@link
 * com.example.cluster.ClusterBackend} is the first, {@link com.example.cluster.ClusterAccounts} the second, {@link
 * com.example.cluster.ClusterSettings} the third. The "cluster" is a folder with one file for each account.
 */
package com.example.cluster;
