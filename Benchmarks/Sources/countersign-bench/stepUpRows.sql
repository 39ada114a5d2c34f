-- What one step-up of the shop writes, statement by statement, as the service writes it.

-- setup: once for each account

INSERT INTO accounts (id, name_hash, user_name, display_name, created_at) VALUES (:account, :nameHash, :hash1, :hash2, :now);
INSERT INTO account_keys (account_id, key) VALUES (:account, :accountKey);
INSERT INTO sessions (id, token_hash, account_id, methods, level, created_at, last_active_at) VALUES (:session, :hash1, :account, 'code', 0, :now, :now);
INSERT INTO credentials (id, account_id, public_key, algorithm, user_verified, sign_count, backup_eligible, backed_up, transports, origin, ground, created_at) VALUES (:credential, :account, :publicKey, -7, 1, 0, 0, 0, 'internal', 'http://localhost:8080', 'first', :now);
INSERT INTO ledger_accounts (name, personal, balance) VALUES (:wallet, 1, 1000000000000);
INSERT OR IGNORE INTO ledger_accounts (name, personal, balance) VALUES ('topups_in_flight', 0, 0);
INSERT OR IGNORE INTO ledger_accounts (name, personal, balance) VALUES ('supplier:airtel', 0, 0);

-- approval: verify, the proof is marked as verified

UPDATE credentials SET sign_count = 0, backed_up = 0, last_used_at = :now WHERE id = :credential;
INSERT INTO spent (challenge_id, account_id, assertion_hash, scenario, stage, evidence, at) VALUES (:challenge, :account, :hash1, 'TOP_UP', 'verified', :evidence, :now);
INSERT INTO audit (lane, sequence, at, kind, subject, details, previous_hash, hash, key, code) VALUES (:lane, :sequence1, :now, 'assertion_verified', :subject, :details1, :hash1, :hash2, 1, :hash1);

-- approval: top-up, the money leaves the wallet

INSERT INTO ledger_entries (transfer, line, account, amount, at) VALUES (:debit, 0, :wallet, -50, :now);
INSERT INTO ledger_accounts (name, personal, balance) VALUES (:wallet, 1, 0) ON CONFLICT (name) DO NOTHING;
UPDATE ledger_accounts SET balance = balance - 50 WHERE name = :wallet;
INSERT INTO ledger_entries (transfer, line, account, amount, at) VALUES (:debit, 1, 'topups_in_flight', 50, :now);
INSERT INTO ledger_accounts (name, personal, balance) VALUES ('topups_in_flight', 0, 0) ON CONFLICT (name) DO NOTHING;
UPDATE ledger_accounts SET balance = balance + 50 WHERE name = 'topups_in_flight';
INSERT INTO topups (id, account_id, status, amount, currency, payee, product_code, recipient, supplier_slug, use_cashback, from_cashback, earned_cashback, created_at) VALUES (:transaction, :account, 'pending', 50, 'NGN', 'Airtel airtime', 'AIRTIME_AIRTEL', zeroblob(40), 'airtel', 0, 0, 0, :now);
INSERT INTO outbox (id, kind, content, due_at, attempts, lease, line, target, put_at) VALUES (:order, 'supply', :content, :now, 1, :lease, NULL, 'airtel', :now) ON CONFLICT (id) DO NOTHING;
INSERT INTO spent (challenge_id, account_id, assertion_hash, scenario, stage, body_hash, operation_id, evidence, at) VALUES (:challenge, :account, x'', 'TOP_UP', 'acted', :hash2, :operation, x'', :now) ON CONFLICT (challenge_id) DO UPDATE SET stage = 'acted', body_hash = excluded.body_hash, operation_id = excluded.operation_id, at = excluded.at;
INSERT INTO operations (id, account_id, scenario, idempotency_key, challenge_id, body_hash, proof_kind, transaction_id, evidence, session_id, at) VALUES (:operation, :account, 'TOP_UP', NULL, :challenge, :hash2, 'verificationToken', :transaction, :evidence, :session, :now);
DELETE FROM low_value WHERE account_id = :account;
INSERT INTO audit (lane, sequence, at, kind, subject, details, previous_hash, hash, key, code) VALUES (:lane, :sequence2, :now, 'topup_executed', :subject, :details2, :hash2, :hash1, 1, :hash2);

-- approval: the supplier has answered

UPDATE outbox SET lease = NULL, due_at = :now, done_at = :now, given_up_at = NULL WHERE id = :order AND lease = :lease AND done_at IS NULL;
INSERT INTO ledger_entries (transfer, line, account, amount, at) VALUES (:supply, 0, 'topups_in_flight', -50, :now);
INSERT INTO ledger_accounts (name, personal, balance) VALUES ('topups_in_flight', 0, 0) ON CONFLICT (name) DO NOTHING;
UPDATE ledger_accounts SET balance = balance - 50 WHERE name = 'topups_in_flight';
INSERT INTO ledger_entries (transfer, line, account, amount, at) VALUES (:supply, 1, 'supplier:airtel', 50, :now);
INSERT INTO ledger_accounts (name, personal, balance) VALUES ('supplier:airtel', 0, 0) ON CONFLICT (name) DO NOTHING;
UPDATE ledger_accounts SET balance = balance + 50 WHERE name = 'supplier:airtel';
UPDATE topups SET status = 'completed', supplier_reference = :reference, settled_at = :now WHERE id = :transaction;
INSERT INTO audit (lane, sequence, at, kind, subject, details, previous_hash, hash, key, code) VALUES (:lane, :sequence3, :now, 'topup_answered', :subject, :details3, :hash1, :hash2, 1, :hash1);
