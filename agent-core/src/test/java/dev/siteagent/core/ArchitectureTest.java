package dev.siteagent.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The layout of the host as rules. */
@AnalyzeClasses(packages = "dev.siteagent", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule theSpiKnowsNothingButTheJdkSlf4jAndJakartaValidation = classes()
            .that()
            .resideInAPackage("dev.siteagent.spi..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.siteagent.spi..", "java..", "org.slf4j..", "jakarta.validation..");

    @ArchTest
    static final ArchRule theHostKnowsNoPlugin = noClasses()
            .that()
            .resideInAPackage("dev.siteagent.core..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.siteagent.digitalocean..", "dev.siteagent.hobbyfarm..", "com.myjeeva..");

    @ArchTest
    static final ArchRule onlyTheDemoUsesTheSimulatedServices = noClasses()
            .that()
            .resideInAPackage("dev.siteagent.core..")
            .and()
            .resideOutsideOfPackage("dev.siteagent.core.demo..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.siteagent.sandbox..");

    @ArchTest
    static final ArchRule onlyTheCommandLineUsesTheDemo = noClasses()
            .that()
            .resideOutsideOfPackages("dev.siteagent.core.cli..", "dev.siteagent.core.demo..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.siteagent.core.demo..");

    @ArchTest
    static final ArchRule nothingKnowsTheCommandLine = noClasses()
            .that()
            .resideOutsideOfPackage("dev.siteagent.core.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.siteagent.core.cli..", "picocli..");

    @ArchTest
    static final ArchRule theWaldurClientStandsAlone = noClasses()
            .that()
            .resideInAPackage("dev.siteagent.core.waldur..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.siteagent.core.config..",
                    "dev.siteagent.core.orders..",
                    "dev.siteagent.core.plugins..",
                    "dev.siteagent.core.runtime..");

    @ArchTest
    static final ArchRule pf4jStaysWithThePlugins = noClasses()
            .that()
            .resideInAPackage("dev.siteagent.core..")
            .and()
            .resideOutsideOfPackage("dev.siteagent.core.plugins..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.pf4j..");

    @ArchTest
    static final ArchRule processorsHoldNoThreads = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.siteagent.core.orders..",
                    "dev.siteagent.core.members..",
                    "dev.siteagent.core.membership..",
                    "dev.siteagent.core.usernames..")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.concurrent.ExecutorService")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Thread.class);
}
