-- Forbidden words: the word list, the matcher, normalization of disguised letters.

-- Words that a text may not contain, or that staff review; each as entered (`word`) and as it is matched (`normal`).
create table forbidden_word (
  word_id uuid primary key,
  word text not null,
  normal text not null unique,
  level text not null check (level in ('reject', 'review')),
  -- otp, transactional, marketing, signature: the texts to which it applies.
  kinds text[] not null,
  -- The reason, as customers read it: 涉赌.
  remark text not null default '',
  is_enabled boolean not null default true,
  -- Null: delivered with the product.
  staff_id uuid,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
grant select on forbidden_word to hongyan_app;
grant select, insert, update on forbidden_word to hongyan_platform;

-- Changes with every change of the list, so that programs notice when their cached copy is outdated.
create table forbidden_word_edition (
  edition uuid primary key
);
grant select on forbidden_word_edition to hongyan_app;
grant select, update on forbidden_word_edition to hongyan_platform;

-- Accounts whose texts contained a word, once a day: a text is checked at every pause in typing.
create table forbidden_word_hit (
  account_id uuid not null,
  word_id uuid not null,
  day text not null,
  primary key (account_id, word_id, day)
);
call make_tenant_table('forbidden_word_hit');
create index forbidden_word_hit_day ON forbidden_word_hit (word_id, day);

insert into forbidden_word_edition (edition) values
  ('00000000-0000-7000-8000-000000000001');
