package text

import (
	"strings"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// owner is what metadata belongs to.
type owner uint8

const (
	ofLayer owner = iota
	ofPrim
	ofProperty
)

// metadataTypes are the types of metadata that OpenUSD knows, without what has a grammar of its own.
// Those of list operations end with "listop".
var metadataTypes = map[string]string{
	"active": "bool", "hidden": "bool", "instanceable": "bool", "noLoadHint": "bool", "hasOwnedSubLayers": "bool",
	"comment": "string", "displayName": "string", "displayGroup": "string", "owner": "string", "sessionOwner": "string",
	"prefix": "string", "suffix": "string", "symmetricPeer": "string", "renderSettingsPrimPath": "string", "displayGroupOrder": "string[]",
	"interpolation": "token", "colorSpace": "token", "connectability": "token", "defaultPrim": "token", "upAxis": "token",
	"colorManagementSystem": "token", "bindMaterialAs": "token", "outputName": "token", "renderType": "token",
	"constraintTargetIdentifier": "token", "allowedTokens": "token[]", "colorConfiguration": "asset", "payloadAssetDependencies": "asset[]",
	"elementSize": "int", "unauthoredValuesIndex": "int", "framePrecision": "int", "arraySizeConstraint": "int64", "weight": "float",
	"metersPerUnit": "double", "kilogramsPerUnit": "double", "startTimeCode": "double", "endTimeCode": "double", "startFrame": "double",
	"endFrame": "double", "timeCodesPerSecond": "double", "framesPerSecond": "double",
	"apiSchemas": "token listop", "inactiveIds": "int64 listop", "clipSets": "string listop",
	"customData": "dictionary", "assetInfo": "dictionary", "sdrMetadata": "dictionary", "uiHints": "dictionary", "clips": "dictionary",
	"customLayerData": "dictionary", "expressionVariables": "dictionary", "fallbackPrimTypes": "dictionary", "limits": "dictionary",
	"symmetryArguments": "dictionary",
}

// metadata reads the metadata in parentheses, if there is any.
func (p *parser) metadata(of owner, fields *[]layer.Field) error {
	if !p.eat('(') {
		return nil
	}
	return p.statements(')', func() error { return p.metadatum(of, fields) })
}

// metadatum reads one statement of metadata.
func (p *parser) metadatum(of owner, fields *[]layer.Field) error {
	if c := p.next(); c == '"' || c == '\'' {
		s, err := p.text()
		if err != nil {
			return err
		}
		return p.setField(fields, "comment", s)
	}
	e, edited, err := p.edit()
	if err != nil {
		return err
	}
	word := string(p.word())
	if word == "" {
		return p.expected("metadata")
	}
	if err := p.assign(); err != nil {
		return err
	}
	if of == ofPrim {
		if done, err := p.arcs(word, e, fields); done {
			return err
		}
	}
	if edited {
		return p.listMetadata(word, e, fields)
	}
	if done, err := p.specialMetadata(of, word, fields); done {
		return err
	}
	return p.plainMetadata(word, fields)
}

// arcs reads the metadata of prims that may have an edit before it. done is false for another word.
func (p *parser) arcs(word string, e edit, fields *[]layer.Field) (done bool, err error) {
	switch word {
	case "references", "payload":
		all, err := items(p, p.reference)
		if err != nil {
			return true, err
		}
		return true, setArcs(p, fields, word, e, all)
	case "inherits", "specializes":
		all, err := items(p, p.primPath)
		if err != nil {
			return true, err
		}
		if word == "inherits" {
			word = "inheritPaths"
		}
		return true, setArcs(p, fields, word, e, all)
	case "variantSets":
		all, err := items(p, p.variantName)
		if err != nil {
			return true, err
		}
		return true, setArcs(p, fields, "variantSetNames", e, all)
	}
	return false, nil
}

// specialMetadata reads metadata that has a grammar of its own. done is false for another word.
func (p *parser) specialMetadata(of owner, word string, fields *[]layer.Field) (done bool, err error) {
	var v any
	switch {
	case word == "doc":
		word = "documentation"
		v, err = p.text()
	case word == "permission", word == "displayUnit", word == "symmetryFunction":
		if of == ofLayer {
			return false, nil
		}
		v = string(p.word())
	case word == "subLayers" && of == ofLayer:
		return true, p.subLayers(fields)
	case word == "relocates" && of != ofProperty:
		if of == ofLayer {
			word = "layerRelocates"
		}
		v, err = p.relocates()
	case of != ofPrim:
		return false, nil
	case word == "kind":
		v, err = p.text()
	case word == "variants":
		word = "variantSelection"
		v, err = p.variants()
	case word == "prefixSubstitutions", word == "suffixSubstitutions":
		v, err = p.stringDictionary()
	default:
		return false, nil
	}
	if err != nil {
		return true, err
	}
	return true, p.setField(fields, word, v)
}

// plainMetadata reads metadata that is a value. Its name says the type.
func (p *parser) plainMetadata(word string, fields *[]layer.Field) error {
	typeName, known := metadataTypes[word]
	switch {
	case !known && p.next() == '{':
		_, err := p.dictionary(1)
		return err
	case !known:
		return p.skipValue()
	case strings.HasSuffix(typeName, "listop"):
		return p.listMetadata(word, replace, fields)
	}
	var v any
	var err error
	if typeName == "dictionary" {
		v, err = p.dictionary(1)
	} else {
		v, err = p.value(typeName)
	}
	if err != nil {
		return err
	}
	return p.setField(fields, word, v)
}

// listMetadata reads metadata that is an edit of a list. Integers become strings, so that all list
// operations are of one type.
func (p *parser) listMetadata(word string, e edit, fields *[]layer.Field) error {
	typeName, ok := strings.CutSuffix(metadataTypes[word], " listop")
	switch {
	case !ok && metadataTypes[word] != "":
		return p.fail("%s is not a list that can be edited", word)
	case p.next() != '[' && !p.keyword("None"):
		return p.expected("None or [")
	case !ok && p.next() == '[':
		return p.skipGroup()
	case !ok:
		return nil
	}
	var all []string
	if p.eat('[') {
		if err := p.list(']', func() (err error) {
			item, err := p.listItem(typeName)
			if err != nil {
				return err
			}
			all, err = appendItem(p, all, item)
			return err
		}); err != nil {
			return err
		}
	}
	return setList(p, fields, word, e, all)
}

// listItem reads an item of a list operation.
func (p *parser) listItem(typeName string) (string, error) {
	if typeName == "int64" {
		n, err := p.number()
		return string(n.text), err
	}
	return p.text()
}
