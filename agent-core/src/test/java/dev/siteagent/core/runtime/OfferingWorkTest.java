package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OfferingWorkTest {
    private final IdleMode works = new IdleMode(Optional.empty());
    private final IdleMode refused =
            new IdleMode(Optional.of(new DeskReport("VM", 0, List.of(), Optional.of("no token"), false, false)));

    @Test
    void offeringOfWhichOneModeHasEndedIsBegunAgainByTheNextReload() {
        assertThat(new OfferingWork(List.of(works, refused)).endedByItself()).isTrue();
        assertThat(new OfferingWork(List.of(works, works)).endedByItself()).isFalse();
        assertThat(new OfferingWork(List.of()).endedByItself()).isFalse();
    }

    @Test
    void runDoesNotEndWhileOneModeOfAnOfferingWorks() {
        assertThat(new OfferingWork(List.of(works, refused)).over()).isFalse();
        assertThat(new OfferingWork(List.of(refused)).over()).isTrue();
    }
}
