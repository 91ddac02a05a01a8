import java.io.File;
import java.nio.file.Files;
import java.util.List;
import java.util.TreeSet;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.ComplianceApi;
import org.openapitools.client.api.DocumentsApi;
import org.openapitools.client.api.TextApi;
import org.openapitools.client.model.BatchRequest;
import org.openapitools.client.model.TranslateRequest;

/** The integration of a stranger by the clients that openapi-generator makes for Java. */
public class OpenApiGenerator {
  public static void main(String[] args) throws Exception {
    ApiClient client = Setup.client(System.getenv("BASE_URL"), System.getenv("API_KEY"));
    TextApi text = new TextApi(client);
    DocumentsApi documents = new DocumentsApi(client);
    ComplianceApi compliance = new ComplianceApi(client);

    var single = text.translate(new TranslateRequest().text("Good morning.").source("en").target("es"), null, null).getData();
    var texts = new BatchRequest().texts(List.of("One.", "x".repeat(10_001))).source("en").target("es");
    var items = text.translateBatch(texts, null, "partial", null).getData().getTranslations();

    File letter = new File(Files.createTempDirectory("letter").toFile(), "letter.txt");
    Files.writeString(letter.toPath(), "Good morning.");
    var document = documents
        .uploadDocument("es", letter, null, null, "en", null, null, true, null, null, null, null, null, null, null, null, null)
        .getData();
    while (document.getStatus().getValue().matches("pending|processing")) {
      Thread.sleep(100);
      document = documents.getDocument(document.getId(), null).getData();
    }
    File file = documents.downloadDocument(document.getId(), null, null, null, null);

    TreeSet<String> actions = new TreeSet<>();
    String cursor = null;
    do {
      var wanted = List.of("translate", "document_upload");
      var page = compliance
          .listAuditLogs(1, null, cursor, null, null, wanted, null, null, null, null, null, null, null)
          .getData();
      page.getEntries().forEach(entry -> actions.add('"' + entry.getAction().getValue() + '"'));
      cursor = page.getPagination().getNextCursor();
    } while (cursor != null);

    System.out.printf(
        "{\"translation\":\"%s\",\"batch\":[\"%s\",\"%s\"],\"status\":\"%s\",\"file\":\"%s\",\"actions\":%s}%n",
        single.getTranslation(), items.get(0).getTranslation(), items.get(1).getError().getCode().getValue(),
        document.getStatus().getValue(), Files.readString(file.toPath()), actions);
    System.exit(0);
  }
}
