-- A signature or template that was deleted stays as a row, since messages and broadcasts name it.
alter table signature drop constraint signature_state_check;
alter table signature add constraint signature_state_check check (state in ('draft', 'reviewing', 'approved', 'rejected', 'disabled', 'deleted'));
alter table template drop constraint template_state_check;
alter table template add constraint template_state_check check (state in ('draft', 'reviewing', 'approved', 'rejected', 'disabled', 'deleted'));

-- A text is taken only by signatures that are or may come into use.
drop index signature_text;
create unique index signature_text on signature (account_id, lower(text)) where state not in ('disabled', 'deleted');

-- Every step of a signature's or template's life: by whom (a member or staff), and what the automatic check found at submission, [{code, level, message}].
alter table review drop constraint review_decision_check;
alter table review add constraint review_decision_check
  check (decision in ('submitted', 'withdrawn', 'approved', 'rejected', 'disabled', 'deleted'));
alter table review add column member_id uuid;
alter table review add column findings jsonb not null default '[]';

-- Who took a number off the blacklist and why; the row stays as evidence.
alter table blacklist add column removal_reason text;
alter table blacklist add column removed_by uuid;
