package document

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strings"
)

const scheme = "data:"

// IsDataURI reports whether a URI contains its data.
func IsDataURI(uri string) bool {
	return len(uri) >= len(scheme) && strings.EqualFold(uri[:len(scheme)], scheme)
}

// DataURI decodes a data URI of any media type. RFC 2397.
func DataURI(uri string) ([]byte, error) {
	head, body, ok := strings.Cut(uri[len(scheme):], ",")
	if !ok {
		return nil, errors.New("the data URI has no comma")
	}
	if len(head) < 7 || !strings.EqualFold(head[len(head)-7:], ";base64") {
		text, err := url.PathUnescape(body)
		return []byte(text), err
	}
	if strings.ContainsRune(body, '%') {
		text, err := url.PathUnescape(body)
		if err != nil {
			return nil, err
		}
		body = text
	}
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(body, "="))
	if err != nil {
		return nil, fmt.Errorf("the data URI is not base64: %w", err)
	}
	return data, nil
}
