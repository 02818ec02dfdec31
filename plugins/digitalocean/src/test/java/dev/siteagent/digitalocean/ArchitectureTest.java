package dev.siteagent.digitalocean;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.siteagent.digitalocean", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule theClientLibraryIsKnownToTheAdapterOnly = noClasses()
            .that()
            .resideOutsideOfPackage("dev.siteagent.digitalocean.api")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.myjeeva..", "org.apache.http..", "com.google.gson..");

    @ArchTest
    static final ArchRule theAdapterKnowsNothingOfOrders = noClasses()
            .that()
            .resideInAPackage("dev.siteagent.digitalocean.api")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.siteagent.digitalocean",
                    "dev.siteagent.digitalocean.order",
                    "dev.siteagent.digitalocean.keys",
                    "dev.siteagent.digitalocean.droplets",
                    "dev.siteagent.digitalocean.machines");

    @ArchTest
    static final ArchRule thePluginKnowsNothingOfTheHost = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.siteagent.core..", "dev.siteagent.sandbox..");
}
