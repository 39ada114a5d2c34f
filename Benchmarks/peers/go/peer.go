// The approval's two calls as a Go developer who cares for speed would write them: net/http,
// duo-labs/webauthn, database/sql with SQLite. Routes, rows and answers are those of
// ../python/peer.py.
//
// The shop's step-up is here too, in three calls. The peer is spared what would cost it more: the
// supplier (a top-up is completed at once, one commit fewer), the audit log's hash chain, and a
// disk write for each challenge (it keeps them in memory). Sign-up and registration are here only
// so that the same load generator can make its accounts.
//
// On Debian, with golang-go, golang-github-mattn-go-sqlite3-dev and
// golang-github-duo-labs-webauthn-dev:
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go build -o peer peer.go
//	PEER_MAILBOX=mailbox.jsonl PEER_DATABASE=peer.sqlite PEER_PORT=8099 ./peer
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"math/big"
	"net/http"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/duo-labs/webauthn/protocol"
	"github.com/google/uuid"
	_ "github.com/mattn/go-sqlite3"
)

const (
	rpID   = "localhost"
	schema = `
    CREATE TABLE accounts (id TEXT PRIMARY KEY, user_name TEXT UNIQUE, balance INTEGER NOT NULL
      CHECK (balance >= 0));
    CREATE TABLE sessions (token_hash BLOB PRIMARY KEY, account_id TEXT NOT NULL,
      last_active_at INTEGER NOT NULL);
    CREATE TABLE codes (id TEXT PRIMARY KEY, user_name TEXT NOT NULL, code TEXT NOT NULL);
    CREATE TABLE credentials (id BLOB PRIMARY KEY, account_id TEXT NOT NULL,
      public_key BLOB NOT NULL, sign_count INTEGER NOT NULL);
    CREATE INDEX credentials_by_account ON credentials (account_id);
    CREATE TABLE spent (challenge BLOB PRIMARY KEY, account_id TEXT NOT NULL, stage TEXT NOT NULL,
      at INTEGER NOT NULL);
    CREATE TABLE operations (id TEXT PRIMARY KEY, account_id TEXT NOT NULL, scenario TEXT NOT NULL,
      challenge BLOB NOT NULL, payload TEXT NOT NULL, evidence TEXT NOT NULL, at INTEGER NOT NULL);
    CREATE INDEX operations_by_challenge ON operations (challenge);
    CREATE TABLE topups (id TEXT PRIMARY KEY, account_id TEXT NOT NULL, status TEXT NOT NULL,
      amount INTEGER NOT NULL, product_code TEXT NOT NULL, recipient_phone TEXT NOT NULL,
      at INTEGER NOT NULL);
    CREATE INDEX topups_by_account ON topups (account_id, at);
    CREATE TABLE ledger (transfer TEXT NOT NULL, line INTEGER NOT NULL, account TEXT NOT NULL,
      amount INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (transfer, line));
    CREATE TABLE audit (id INTEGER PRIMARY KEY, account_id TEXT NOT NULL, kind TEXT NOT NULL,
      details TEXT NOT NULL, at INTEGER NOT NULL);
`
)

var (
	port           = setting("PEER_PORT", "8099")
	origin         = "http://localhost:" + port
	tokenKey       = randomBytes(32)
	tokenHeader    = base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"HS256","typ":"JWT"}`))
	writer, reader = openDatabase(setting("PEER_DATABASE", ""))
	mailbox        = openMailbox(setting("PEER_MAILBOX", ""))
	decimal        = regexp.MustCompile(`^\d{1,12}(\.\d{1,2})?$`)
	issued         = challenges{bySession: map[string]challenge{}}
)

// Each statement is prepared once for each connection.
var (
	findSession = prepare(reader,
		"SELECT account_id, last_active_at FROM sessions WHERE token_hash = ?")
	listKeys = prepare(reader, "SELECT id FROM credentials WHERE account_id = ?")
	findKey  = prepare(reader,
		"SELECT public_key, sign_count FROM credentials WHERE id = ? AND account_id = ?")
	findUserName = prepare(reader, "SELECT user_name FROM accounts WHERE id = ?")
	findCode     = prepare(reader, "SELECT a.id FROM codes c JOIN accounts a"+
		" ON a.user_name = c.user_name WHERE c.id = ? AND c.code = ?")

	updateKey       = prepare(writer, "UPDATE credentials SET sign_count = ? WHERE id = ?")
	insertSpent     = prepare(writer, "INSERT INTO spent VALUES (?, ?, ?, ?)")
	insertOperation = prepare(writer, "INSERT INTO operations VALUES (?, ?, ?, ?, ?, ?, ?)")
	insertAudit     = prepare(writer,
		"INSERT INTO audit (account_id, kind, details, at) VALUES (?, ?, ?, ?)")
	updateSpent = prepare(writer,
		"UPDATE spent SET stage = 'acted' WHERE challenge = ? AND stage = 'verified'")
	pay = prepare(writer, "UPDATE accounts SET balance = balance - ? WHERE id = ? AND balance >= ?"+
		" RETURNING balance")
	insertTopUp   = prepare(writer, "INSERT INTO topups VALUES (?, ?, 'completed', ?, ?, ?, ?)")
	insertLedger  = prepare(writer, "INSERT INTO ledger VALUES (?, ?, ?, ?, ?)")
	insertCode    = prepare(writer, "INSERT INTO codes VALUES (?, ?, ?)")
	insertAccount = prepare(writer, "INSERT OR IGNORE INTO accounts VALUES (?, ?, ?)")
	insertSession = prepare(writer, "INSERT INTO sessions VALUES (?, ?, ?)")
	insertKey     = prepare(writer, "INSERT INTO credentials VALUES (?, ?, ?, ?)")
)

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	if otherwise == "" {
		log.Fatalf("%s is not set", name)
	}
	return otherwise
}

// openDatabase opens one connection that writes, and some that read beside it. database/sql lets
// one goroutine at a time use a connection, so that SQLite needs no mutex of its own.
func openDatabase(path string) (writer, reader *sql.DB) {
	options := path + "?_journal_mode=WAL&_synchronous=FULL&_busy_timeout=5000&_mutex=no"
	open := func(options string, connections int) *sql.DB {
		database, err := sql.Open("sqlite3", options)
		if err != nil {
			log.Fatal(err)
		}
		database.SetMaxOpenConns(connections)
		database.SetMaxIdleConns(connections)
		return database
	}
	writer = open(options+"&_txlock=immediate", 1)
	if _, err := writer.Exec(schema); err != nil {
		log.Fatal(err)
	}
	return writer, open(options+"&_query_only=true", runtime.NumCPU())
}

func prepare(database *sql.DB, query string) *sql.Stmt {
	statement, err := database.Prepare(query)
	if err != nil {
		log.Fatal(err)
	}
	return statement
}

// transacting runs the statements of one transaction; after an error it runs no more of them.
type transacting struct {
	*sql.Tx
	err error
}

// exec runs a statement and gives how many rows it changed.
func (tx *transacting) exec(statement *sql.Stmt, arguments ...any) (changed int64) {
	if tx.err != nil {
		return 0
	}
	result, err := tx.Stmt(statement).Exec(arguments...)
	if tx.err = err; err == nil {
		changed, tx.err = result.RowsAffected()
	}
	return changed
}

// transaction runs a body in a transaction, and commits it unless there was an error.
func transaction(body func(*transacting)) error {
	begun, err := writer.Begin()
	if err != nil {
		return err
	}
	defer begun.Rollback()
	tx := &transacting{Tx: begun}
	if body(tx); tx.err != nil {
		return tx.err
	}
	return begun.Commit()
}

// challenge is what was issued in a session, and what it is linked to.
type challenge struct {
	value []byte
	shown purpose
	at    time.Time
}

type challenges struct {
	mutex     sync.Mutex
	bySession map[string]challenge
}

func (c *challenges) put(session string, challenge challenge) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.bySession[session] = challenge
}

func (c *challenges) take(session string) (challenge, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	taken, found := c.bySession[session]
	delete(c.bySession, session)
	if !found || time.Since(taken.at) > 90*time.Second {
		return challenge{}, refuse(401, "challenge_unknown")
	}
	return taken, nil
}

// refusal is an answer that says why nothing was done.
type refusal struct {
	Status int    `json:"status"`
	Title  string `json:"title"`
	Reason string `json:"reason"`
}

func (r refusal) Error() string { return r.Reason }

func refuse(status int, reason string) refusal { return refusal{status, reason, reason} }

var errFailed = refuse(401, "verification_failed")

// session is a request, with its session where the route needs one.
type session struct {
	*http.Request
	token, account string
}

func (s *session) find() error {
	s.token = strings.TrimPrefix(s.Header.Get("Authorization"), "Bearer ")
	hash := sha256.Sum256([]byte(s.token))
	var lastActive int64
	err := findSession.QueryRow(hash[:]).Scan(&s.account, &lastActive)
	if err == sql.ErrNoRows || err == nil && time.Now().Unix()-lastActive > 3600 {
		return refuse(401, "session_required")
	}
	return err
}

// handle has a function answer the posts to a path: it gets the body, and gives that of the answer.
func handle[Body any](
	path string, status int, needsSession bool, answer func(session, Body) (any, error),
) {
	respond := func(r *http.Request) (any, error) {
		if r.Method != http.MethodPost {
			return nil, refuse(405, "method_not_allowed")
		}
		asked := session{Request: r}
		if needsSession {
			if err := asked.find(); err != nil {
				return nil, err
			}
		}
		var body Body
		if json.NewDecoder(r.Body).Decode(&body) != nil {
			return nil, refuse(400, "malformed")
		}
		return answer(asked, body)
	}
	http.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
		status, contentType := status, "application/json"
		body, err := respond(r)
		if err != nil {
			var refused refusal
			if !errors.As(err, &refused) {
				log.Print(path, ": ", err)
				refused = refuse(500, "internal_error")
			}
			status, contentType, body = refused.Status, "application/problem+json", refused
		}
		content := marshal(body)
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Content-Length", strconv.Itoa(len(content)))
		w.WriteHeader(status)
		io.WriteString(w, content)
	})
}

// marshal writes a value of this program as JSON, which cannot fail.
func marshal(value any) string {
	content, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(content)
}

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
		{"productCode", "text", "Product", t.ProductCode},
		{"supplierSlug", "text", "Supplier", t.SupplierSlug},
		{"useCashback", "flag", "Spend cashback first", t.UseCashback},
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

func main() {
	handle("/biometric/auth/options", 200, true, authenticationOptions)
	handle("/biometric/auth/verify", 200, true, verifyAssertion)
	handle("/actions/", 200, true, performAction)
	handle("/user/topup", 200, true, executeTopUp)
	handle("/accounts", 202, false, signUp)
	handle("/codes", 202, true, requestCode)
	handle("/sessions", 201, false, openSession)
	handle("/biometric/register/options", 200, true, registrationOptions)
	handle("/biometric/register/verify", 201, true, registerCredential)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
