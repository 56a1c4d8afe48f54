-- The sign-in before the present one: shown to its owner, who knows whether it was them.
alter table member add column previous_sign_in_at timestamptz, add column previous_sign_in_address text;
