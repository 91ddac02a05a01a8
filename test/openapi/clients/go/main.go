// The integration of a stranger by the client that oapi-codegen makes.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"local/api"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
		return nil
	}
	client := must(api.NewClientWithResponses(os.Getenv("BASE_URL"), api.WithRequestEditorFn(withKey)))

	source, partial := "en", "partial"
	single := must(client.TranslateWithResponse(ctx, nil, api.TranslateRequest{Text: "Good morning.", Source: &source, Target: "es"}))
	texts := api.BatchRequest{Texts: []string{"One.", strings.Repeat("x", 10001)}, Source: &source, Target: "es"}
	batch := must(client.TranslateBatchWithResponse(ctx, &api.TranslateBatchParams{Prefer: &partial}, texts))
	items := batch.JSON200.Data.Translations

	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	must(must(form.CreateFormFile("file", "letter.txt")).Write([]byte("Good morning.")))
	_ = form.WriteField("source", "en")
	_ = form.WriteField("target", "es")
	_ = form.Close()
	uploaded := must(client.UploadDocumentWithBodyWithResponse(ctx, nil, form.FormDataContentType(), &body))
	document := uploaded.JSON201.Data
	for document.Status == "pending" || document.Status == "processing" {
		time.Sleep(100 * time.Millisecond)
		document = must(client.GetDocumentWithResponse(ctx, document.Id, nil)).JSON200.Data
	}
	file := must(client.DownloadDocumentWithResponse(ctx, document.Id, nil))

	limit := 1
	wanted := []api.ListAuditLogsParamsAction{"translate", "document_upload"}
	params := api.ListAuditLogsParams{Limit: &limit, Action: &wanted}
	actions := []string{}
	for {
		page := must(client.ListAuditLogsWithResponse(ctx, &params)).JSON200.Data
		for _, entry := range page.Entries {
			if !slices.Contains(actions, string(entry.Action)) {
				actions = append(actions, string(entry.Action))
			}
		}
		if page.Pagination.NextCursor == nil {
			break
		}
		params.Cursor = page.Pagination.NextCursor
	}
	slices.Sort(actions)

	fmt.Println(string(must(json.Marshal(map[string]any{
		"translation": single.JSON200.Data.Translation,
		"batch":       []any{items[0].Translation, items[1].Error.Code},
		"status":      document.Status,
		"file":        string(file.Body),
		"actions":     actions,
	}))))
}
