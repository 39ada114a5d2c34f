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
//	GO111MODULE=off GOPATH=/usr/share/gocode go build -o peer *.go
//	PEER_MAILBOX=mailbox.jsonl PEER_DATABASE=peer.sqlite PEER_PORT=8099 ./peer
package main

import (
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

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
