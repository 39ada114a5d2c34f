package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"github.com/duo-labs/webauthn/protocol"
	"github.com/google/uuid"
)

// The library's own options write bytes in plain base64, which no client reads.
type requestOptions struct {
	Challenge        protocol.URLEncodedBase64 `json:"challenge"`
	Timeout          int                       `json:"timeout"`
	RPID             string                    `json:"rpId"`
	AllowCredentials []descriptor              `json:"allowCredentials"`
	UserVerification string                    `json:"userVerification"`
	Document         document                  `json:"document"`
	Transaction      purpose                   `json:"transaction"`
}

type descriptor struct {
	ID   protocol.URLEncodedBase64 `json:"id"`
	Type string                    `json:"type"`
}

func keysOf(account string) ([]descriptor, error) {
	rows, err := listKeys.Query(account)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	keys := []descriptor{}
	for rows.Next() {
		key := descriptor{Type: "public-key"}
		if err := rows.Scan((*[]byte)(&key.ID)); err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, rows.Err()
}

type optionsRequest struct {
	Scenario string          `json:"scenario"`
	Payload  json.RawMessage `json:"payload"`
}

func authenticationOptions(s session, body optionsRequest) (any, error) {
	shown, err := purposeOf(body.Scenario, body.Payload)
	if err != nil {
		return nil, err
	}
	keys, err := keysOf(s.account)
	if err != nil {
		return nil, err
	}
	value := randomBytes(89)
	issued.put(s.token, challenge{value, shown, time.Now()})
	return requestOptions{value, 60000, rpID, keys, "required", shown.document(), shown}, nil
}

// verified is an assertion, with the session's challenge that a key of the account has signed.
type verified struct {
	challenge
	key       []byte
	signCount uint32
	evidence  protocol.AuthenticatorAssertionResponse
}

// verify takes the session's challenge, whether the assertion is right or not.
func verify(s session, assertion []byte) (verified, error) {
	expected, err := issued.take(s.token)
	if err != nil {
		return verified{}, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBody(bytes.NewReader(assertion))
	if err != nil {
		return verified{}, errFailed
	}
	var publicKey []byte
	var before uint32
	err = findKey.QueryRow(parsed.RawID, s.account).Scan(&publicKey, &before)
	if err == sql.ErrNoRows {
		err = errFailed
	}
	if err != nil {
		return verified{}, err
	}
	signCount := parsed.Response.AuthenticatorData.Counter
	text := protocol.Challenge(expected.value).String()
	if parsed.Verify(text, rpID, origin, "", true, publicKey) != nil ||
		before > 0 && signCount <= before {
		return verified{}, errFailed
	}
	return verified{expected, parsed.RawID, signCount, parsed.Raw.AssertionResponse}, nil
}

type actionRequest struct {
	Assertion json.RawMessage `json:"assertion"`
	Payload   invoicePayload  `json:"payload"`
}

func performAction(s session, body actionRequest) (any, error) {
	proof, err := verify(s, body.Assertion)
	if err != nil {
		return nil, err
	}
	asked, err := body.Payload.completed()
	if err != nil {
		return nil, err
	}
	scenario := strings.TrimPrefix(s.URL.Path, "/actions/")
	if proof.shown != asked || asked.Scenario != scenario {
		return nil, refuse(403, "transaction_mismatch")
	}
	now := time.Now().Unix()
	id := "op_" + uuid.NewString()
	payload, evidence := marshal(asked), marshal(proof.evidence)
	details := marshal(map[string]string{"operation": id})
	err = transaction(func(tx *transacting) {
		tx.exec(updateKey, proof.signCount, proof.key)
		tx.exec(insertSpent, proof.value, s.account, "acted", now)
		tx.exec(insertOperation, id, s.account, scenario, proof.value, payload, evidence, now)
		tx.exec(insertAudit, s.account, "action_performed", details, now)
	})
	return map[string]string{"operation": id, "status": "completed"}, err
}

type claims struct {
	Subject     string                    `json:"sub"`
	ID          protocol.URLEncodedBase64 `json:"jti"`
	Transaction topUp                     `json:"transaction"`
	IssuedAt    int64                     `json:"iat"`
	ExpiresAt   int64                     `json:"exp"`
}

func tokenSignature(content string) string {
	code := hmac.New(sha256.New, tokenKey)
	code.Write([]byte(content))
	return base64.RawURLEncoding.EncodeToString(code.Sum(nil))
}

// signedToken writes claims as a JSON Web Token.
func signedToken(claims claims) string {
	content := tokenHeader + "." + base64.RawURLEncoding.EncodeToString([]byte(marshal(claims)))
	return content + "." + tokenSignature(content)
}

func claimsOf(token string) (claims claims, err error) {
	parts := strings.Split(token, ".")
	if len(parts) == 3 && parts[0] == tokenHeader &&
		hmac.Equal([]byte(parts[2]), []byte(tokenSignature(parts[0]+"."+parts[1]))) {
		content, err := base64.RawURLEncoding.DecodeString(parts[1])
		if err == nil && json.Unmarshal(content, &claims) == nil &&
			time.Now().Unix() < claims.ExpiresAt {
			return claims, nil
		}
	}
	return claims, errFailed
}

func verifyAssertion(s session, assertion json.RawMessage) (any, error) {
	proof, err := verify(s, assertion)
	if err != nil {
		return nil, err
	}
	shown, isTopUp := proof.shown.(topUp)
	if !isTopUp {
		return nil, refuse(403, "transaction_mismatch")
	}
	now := time.Now().Unix()
	err = transaction(func(tx *transacting) {
		tx.exec(updateKey, proof.signCount, proof.key)
		tx.exec(insertSpent, proof.value, s.account, "verified", now)
		tx.exec(insertAudit, s.account, "assertion_verified", `{"scenario": "TOP_UP"}`, now)
	})
	return map[string]any{
		"verified":          true,
		"verificationToken": signedToken(claims{s.account, proof.value, shown, now, now + 300}),
		"expiresIn":         300,
		"message":           "Authentication successful",
	}, err
}

type topUpRequest struct {
	VerificationToken string `json:"verificationToken"`
	topUpPayload
}

func executeTopUp(s session, body topUpRequest) (any, error) {
	proven, err := claimsOf(body.VerificationToken)
	if err != nil {
		return nil, err
	}
	asked, err := body.completed()
	if err != nil {
		return nil, err
	}
	if proven.Subject != s.account || proven.Transaction != asked {
		return nil, refuse(403, "transaction_mismatch")
	}
	now := time.Now()
	at, amount := now.Unix(), asked.Amount
	id := "tx_" + uuid.NewString()
	details := marshal(map[string]string{"transaction": id})
	var balance int64
	err = transaction(func(tx *transacting) {
		if tx.exec(updateSpent, []byte(proven.ID)) != 1 && tx.err == nil {
			tx.err = refuse(409, "already_used")
		}
		if tx.err == nil {
			tx.err = tx.Stmt(pay).QueryRow(amount, s.account, amount).Scan(&balance)
		}
		if tx.err == sql.ErrNoRows {
			tx.err = refuse(422, "insufficient_funds")
		}
		tx.exec(insertTopUp, id, s.account, amount, asked.ProductCode, asked.RecipientPhone, at)
		tx.exec(insertLedger, id, 0, "wallet:"+s.account, -amount, at)
		tx.exec(insertLedger, id, 1, "supplier:airtel", amount, at)
		tx.exec(insertAudit, s.account, "topup_executed", details, at)
	})
	return map[string]any{
		"success": true,
		"message": "Topup successful",
		"data": map[string]any{
			"transactionId": id,
			"status":        "completed",
			"amount":        amount,
			"balance":       balance,
			"timestamp":     now.UTC().Format(time.RFC3339),
		},
	}, err
}
