// Reads a log by C2SP tlog-tiles with torchwood's client, and verifies its checkpoint, its tiles and each of its entries.
//
// The address, the key of the log and the key of the API come from the environment: TLOG_URL, TLOG_KEY, TLOG_API_KEY.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"filippo.io/torchwood"
	"golang.org/x/mod/sumdb/note"
)

type withKey struct{ key string }

func (t withKey) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+t.key)
	return http.DefaultTransport.RoundTrip(request)
}

type found struct {
	Origin  string `json:"origin"`
	Size    int64  `json:"size"`
	Entries int64  `json:"entries"`
	// Of all entries, one behind the other.
	SHA256 string `json:"sha256"`
}

func read(ctx context.Context) (*found, error) {
	verifier, err := note.NewVerifier(os.Getenv("TLOG_KEY"))
	if err != nil {
		return nil, err
	}
	fetcher, err := torchwood.NewTileFetcher(os.Getenv("TLOG_URL"),
		torchwood.WithHTTPClient(&http.Client{Transport: withKey{os.Getenv("TLOG_API_KEY")}}))
	if err != nil {
		return nil, err
	}
	signed, err := fetcher.ReadEndpoint(ctx, "checkpoint")
	if err != nil {
		return nil, err
	}
	policy := torchwood.ThresholdPolicy(2,
		torchwood.OriginPolicy(verifier.Name()), torchwood.SingleVerifierPolicy(verifier))
	checkpoint, _, err := torchwood.VerifyCheckpoint(signed, policy)
	if err != nil {
		return nil, err
	}
	client, err := torchwood.NewClient(fetcher)
	if err != nil {
		return nil, err
	}
	log := &found{Origin: checkpoint.Origin, Size: checkpoint.N}
	sum := sha256.New()
	for _, entry := range client.AllEntries(ctx, checkpoint.Tree, 0) {
		log.Entries++
		sum.Write(entry)
	}
	if err := client.Err(); err != nil {
		return nil, err
	}
	log.SHA256 = fmt.Sprintf("%x", sum.Sum(nil))
	return log, nil
}

func main() {
	log, err := read(context.Background())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	json.NewEncoder(os.Stdout).Encode(log)
}
