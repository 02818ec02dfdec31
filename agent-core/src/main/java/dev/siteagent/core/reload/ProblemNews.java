package dev.siteagent.core.reload;

import dev.siteagent.core.config.Problem;
import dev.siteagent.core.config.Severity;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log what is wrong with a configuration file. */
public final class ProblemNews {
    private static final Logger log = LoggerFactory.getLogger(ProblemNews.class);

    private ProblemNews() {}

    /** Says every problem, each in a line with its place. */
    public static void tell(List<Problem> problems) {
        for (Problem problem : problems) {
            if (problem.severity() == Severity.ERROR) {
                log.error("{}", problem);
            } else {
                log.warn("{}", problem);
            }
        }
    }
}
