package text

import (
	"bytes"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// text reads a string: in one or three quotes of either kind.
func (p *parser) text() (string, error) {
	quoted, err := p.quoted()
	if err != nil {
		return "", err
	}
	if err := p.o.Charge(len(quoted), 1); err != nil {
		return "", err
	}
	return unescape(quoted), nil
}

// quoted returns what is between the quotes, and moves behind them.
func (p *parser) quoted() ([]byte, error) {
	q := p.next()
	if q != '"' && q != '\'' {
		return nil, p.expected("a string")
	}
	end := []byte{q, q, q}
	if !bytes.HasPrefix(p.data[p.pos:], end) {
		end = end[:1]
	}
	first := p.pos + len(end)
	for i := first; i < len(p.data); i++ {
		switch c := p.data[i]; {
		case c == q && bytes.HasPrefix(p.data[i:], end):
			p.pos = i + len(end)
			return p.data[first:i], nil
		case c == '\\' && i+1 < len(p.data) && (p.data[i+1] == '\\' || p.data[i+1] == q):
			i++
		case (c == '\n' || c == '\r') && len(end) == 1:
			return nil, p.fail("the string does not end on its line")
		}
	}
	return nil, p.cut("the string does not end")
}

// escapes are the characters that a letter stands for after a backslash.
var escapes = [256]byte{'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}

// unescape replaces escapes as OpenUSD's TfEscapeString does.
func unescape(b []byte) string {
	if bytes.IndexByte(b, '\\') < 0 {
		return string(b)
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' || i+1 == len(b) {
			out = append(out, b[i])
			continue
		}
		i++
		switch c := b[i]; {
		case escapes[c] != 0:
			out = append(out, escapes[c])
		case c == 'x':
			v, n := digits(b[i+1:], 16, 2)
			out = append(out, v)
			i += n
		case c-'0' < 8:
			v, n := digits(b[i:], 8, 3)
			out = append(out, v)
			i += n - 1
		default:
			out = append(out, c)
		}
	}
	return string(out)
}

// digits returns the value of up to most digits at the beginning of b, and their number.
func digits(b []byte, base, most int) (v byte, n int) {
	for n < min(most, len(b)) {
		d := int(b[n] - '0')
		if d > 9 {
			d = int(b[n]|0x20-'a') + 10
		}
		if d >= base {
			break
		}
		v = v*byte(base) + byte(d)
		n++
	}
	return v, n
}

// asset reads the path of an asset, in one or three @.
func (p *parser) asset() (layer.Asset, error) {
	triple := []byte("@@@")
	if !bytes.HasPrefix(p.data[p.pos:], triple) {
		return p.simpleAsset()
	}
	first := p.pos + 3
	for i := first; i < len(p.data) && p.data[i] != '\n' && p.data[i] != '\r'; i++ {
		switch {
		case p.data[i] == '\\' && bytes.HasPrefix(p.data[i+1:], triple):
			i += 3
		case bytes.HasPrefix(p.data[i:], triple):
			// Up to two more @ belong to the path.
			end := i + 3
			for end < len(p.data) && end < i+5 && p.data[end] == '@' {
				end++
			}
			p.pos = end
			path := p.data[first : end-3]
			return layer.Asset(bytes.ReplaceAll(path, []byte(`\@@@`), triple)), p.o.Charge(len(path), 1)
		}
	}
	return "", p.fail("the path of an asset does not end on its line")
}

func (p *parser) simpleAsset() (layer.Asset, error) {
	if err := p.expect('@'); err != nil {
		return "", err
	}
	rest := p.data[p.pos:]
	end := bytes.IndexAny(rest, "@\r\n")
	if end < 0 || rest[end] != '@' {
		return "", p.fail("the path of an asset does not end on its line")
	}
	p.pos += end + 1
	return layer.Asset(rest[:end]), p.o.Charge(end, 1)
}
