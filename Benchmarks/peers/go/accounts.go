package main

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"math/big"
	"os"
	"time"

	"github.com/duo-labs/webauthn/protocol"
	"github.com/google/uuid"
)

// What the load generator needs before its clock starts.

func randomBytes(count int) []byte {
	value := make([]byte, count)
	if _, err := rand.Read(value); err != nil {
		log.Fatal(err)
	}
	return value
}

func openMailbox(path string) *os.File {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		log.Fatal(err)
	}
	return file
}

// mail sends a code, and gives the answer that names its request.
func mail(userName, purpose string) (any, error) {
	number, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		return nil, err
	}
	code := fmt.Sprintf("%06d", number)
	id := "cod_" + uuid.NewString()
	if _, err := insertCode.Exec(id, userName, code); err != nil {
		return nil, err
	}
	line := map[string]string{
		"to": userName, "channel": "email", "purpose": purpose, "code": code,
	}
	_, err = mailbox.WriteString(marshal(line) + "\n")
	return map[string]any{"codeRequest": id, "resendAfter": 60}, err
}

func signUp(_ session, body struct{ UserName string }) (any, error) {
	_, err := insertAccount.Exec("acc_"+uuid.NewString(), body.UserName, 1_000_000_000_000)
	if err != nil {
		return nil, err
	}
	return mail(body.UserName, "sign_in")
}

func requestCode(s session, body struct{ Purpose string }) (any, error) {
	var userName string
	if err := findUserName.QueryRow(s.account).Scan(&userName); err != nil {
		return nil, err
	}
	return mail(userName, body.Purpose)
}

func openSession(_ session, body struct{ CodeRequest, ValidateCode string }) (any, error) {
	var account string
	err := findCode.QueryRow(body.CodeRequest, body.ValidateCode).Scan(&account)
	if err == sql.ErrNoRows {
		err = errFailed
	}
	if err != nil {
		return nil, err
	}
	token := base64.RawURLEncoding.EncodeToString(randomBytes(32))
	hash := sha256.Sum256([]byte(token))
	_, err = insertSession.Exec(hash[:], account, time.Now().Unix())
	return map[string]any{
		"accessToken": token, "tokenType": "Bearer", "expiresIn": 3600, "accountID": account,
	}, err
}

func registrationOptions(s session, _ json.RawMessage) (any, error) {
	value := randomBytes(64)
	issued.put(s.token, challenge{value, nil, time.Now()})
	id := protocol.URLEncodedBase64(s.account)
	return map[string]any{
		"rp":                 map[string]string{"name": "Peer", "id": rpID},
		"user":               map[string]any{"id": id, "name": s.account, "displayName": s.account},
		"challenge":          protocol.URLEncodedBase64(value),
		"pubKeyCredParams":   []map[string]any{{"type": "public-key", "alg": -7}},
		"timeout":            60000,
		"excludeCredentials": []descriptor{},
		"attestation":        "none",
	}, nil
}

func registerCredential(s session, body json.RawMessage) (any, error) {
	expected, err := issued.take(s.token)
	if err != nil {
		return nil, err
	}
	created, err := protocol.ParseCredentialCreationResponseBody(bytes.NewReader(body))
	if err == nil {
		text := protocol.Challenge(expected.value).String()
		err = created.Verify(text, true, rpID, origin)
	}
	if err != nil {
		return nil, errFailed
	}
	data := created.Response.AttestationObject.AuthData
	id := data.AttData.CredentialID
	_, err = insertKey.Exec(id, s.account, data.AttData.CredentialPublicKey, data.Counter)
	return map[string]any{"credentialId": protocol.URLEncodedBase64(id)}, err
}
