package main

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// purpose is what a person approves; two of them are the same if == says so.
type purpose interface{ document() document }

type topUpPayload struct {
	Amount         int64  `json:"amount"`
	ProductCode    string `json:"productCode"`
	RecipientPhone string `json:"recipientPhone"`
}

type topUp struct {
	Scenario string `json:"scenario"`
	topUpPayload
	Currency     string `json:"currency"`
	Payee        string `json:"payee"`
	SupplierSlug string `json:"supplierSlug"`
	UseCashback  bool   `json:"useCashback"`
}

func (p topUpPayload) completed() (topUp, error) {
	if p.Amount < 50 {
		return topUp{}, refuse(422, "amount_out_of_range")
	}
	return topUp{"TOP_UP", p, "NGN", "Airtel airtime", "airtel", false}, nil
}

type invoicePayload struct {
	Amount    string `json:"amount"`
	Account   string `json:"account"`
	Payee     string `json:"payee"`
	Reference string `json:"reference"`
}

type invoice struct {
	Scenario string `json:"scenario"`
	Currency string `json:"currency"`
	invoicePayload
}

func (p invoicePayload) completed() (invoice, error) {
	p.Account = strings.ToUpper(strings.ReplaceAll(p.Account, " ", ""))
	if !isIBAN(p.Account) || !decimal.MatchString(p.Amount) {
		return invoice{}, refuse(422, "unacceptable_value")
	}
	return invoice{"PAY_INVOICE", "EUR", p}, nil
}

func purposeOf(scenario string, payload []byte) (purpose, error) {
	switch scenario {
	case "TOP_UP":
		var values topUpPayload
		if json.Unmarshal(payload, &values) == nil {
			return values.completed()
		}
	case "PAY_INVOICE":
		var values invoicePayload
		if json.Unmarshal(payload, &values) == nil {
			return values.completed()
		}
	}
	return nil, refuse(422, "unacceptable_value")
}

// isIBAN checks the check digits of ISO 13616.
func isIBAN(account string) bool {
	if len(account) < 5 {
		return false
	}
	remainder := 0
	for _, character := range account[4:] + account[:4] {
		switch {
		case character >= '0' && character <= '9':
			remainder = (remainder*10 + int(character-'0')) % 97
		case character >= 'A' && character <= 'Z':
			remainder = (remainder*100 + int(character-'A') + 10) % 97
		default:
			return false
		}
	}
	return remainder == 1
}

// document is what a client shows; a field has a name, a kind, a label and a value.
type document struct {
	Scenario string  `json:"scenario"`
	Language string  `json:"language"`
	Title    string  `json:"title"`
	Fields   []field `json:"fields"`
}

type field struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	Label string `json:"label"`
	Value any    `json:"value"`
}

type money struct {
	MinorUnits int64  `json:"minorUnits"`
	Currency   string `json:"currency"`
	Exponent   int    `json:"exponent"`
}

type accountNumber struct {
	Scheme     string `json:"scheme"`
	Identifier string `json:"identifier"`
}

func (t topUp) document() document {
	return document{t.Scenario, "en", "Buy airtime", []field{
		{"amount", "money", "Amount", money{t.Amount * 100, t.Currency, 2}},
		{"payee", "payee", "To", t.Payee},
		{"recipientPhone", "text", "Number", t.RecipientPhone},
		{"productCode", "reference", "Product", t.ProductCode},
		{"supplierSlug", "reference", "Supplier", t.SupplierSlug},
	}}
}

func (i invoice) document() document {
	amount, _ := strconv.ParseFloat(i.Amount, 64) // The amount was matched already.
	return document{i.Scenario, "en", "Pay an invoice", []field{
		{"amount", "money", "Amount", money{int64(math.Round(amount * 100)), i.Currency, 2}},
		{"account", "account", "Account", accountNumber{"IBAN", i.Account}},
		{"payee", "payee", "To", i.Payee},
		{"reference", "text", "Reference", i.Reference},
	}}
}
