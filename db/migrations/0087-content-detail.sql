-- Until which day (2027-11-21) the owner of a name has lent it; null where it is one's own.
alter table signature add column authorized_until text;
alter table signature add column is_default boolean not null default false;
create unique index signature_default on signature (account_id) where is_default;
-- When a customer asked to hurry, for the submission that waits.
alter table signature add column urged_at timestamptz;
alter table template add column urged_at timestamptz;

-- What a file proves: a licence, a trademark, a letter of authorisation …
alter table proof add column use text not null default 'other';

-- What was handed in, as it stood then, so that the next version is compared with it; and why staff refused, in the words of contract/content/admin-review.ts.
alter table review add column content jsonb;
alter table review add column reason_code text;
alter table review drop constraint review_decision_check;
alter table review add constraint review_decision_check
  check (decision in ('submitted', 'withdrawn', 'urged', 'approved', 'rejected', 'disabled', 'enabled', 'deleted'));
