-- What one approval writes after the first one of its session, statement by statement, as the
-- service writes it: this is what a
-- benchmark's bare rows are. `countersign-bench` prepares each statement once, and runs those of 64
-- approvals in one transaction through SQLite's C interface (write-ahead log, synchronous FULL).
-- Values are bound beforehand with the lengths that the service's own have, and ids in the order of
-- theirs. Nothing is read.

-- setup: once for each account

INSERT INTO accounts (id, name_hash, user_name, display_name, created_at) VALUES (:account, :nameHash, :hash1, :hash2, :now);
INSERT INTO account_keys (account_id, key) VALUES (:account, :accountKey);
INSERT INTO sessions (id, token_hash, account_id, methods, level, created_at, last_active_at) VALUES (:session, :hash1, :account, 'code', 0, :now, :now);
INSERT INTO credentials (id, account_id, public_key, algorithm, user_verified, sign_count, backup_eligible, backed_up, transports, origin, ground, created_at) VALUES (:credential, :account, :publicKey, -7, 1, 0, 0, 0, 'internal', 'http://localhost:8080', 'first', :now);

-- approval: the proof is spent on the action, which is recorded

UPDATE credentials SET sign_count = 0, backed_up = 0, last_used_at = :now WHERE id = :credential;
INSERT INTO spent (challenge_id, account_id, assertion_hash, scenario, stage, body_hash, operation_id, evidence, at) VALUES (:challenge, :account, :hash1, 'PAY_INVOICE', 'acted', :hash2, :operation, :evidence, :now) ON CONFLICT (challenge_id) DO UPDATE SET stage = 'acted', body_hash = excluded.body_hash, operation_id = excluded.operation_id, at = excluded.at;
INSERT INTO operations (id, account_id, scenario, idempotency_key, challenge_id, body_hash, proof_kind, transaction_id, evidence, session_id, at) VALUES (:operation, :account, 'PAY_INVOICE', NULL, :challenge, :hash2, 'assertion', NULL, :evidence, :session, :now);
DELETE FROM low_value WHERE account_id = :account;
INSERT INTO audit (lane, sequence, at, kind, subject, details, previous_hash, hash, key, code) VALUES (:lane, :sequence1, :now, 'action_performed', :subject, :details, :hash2, :hash1, 1, :hash2);
