-- Forbidden words: the book, the finder, how disguised letters are read.

-- Words that no text may carry, or that staff look at; each as it was written and as it is looked for.
create table forbidden_word (
  word_id uuid primary key,
  word text not null,
  normal text not null unique,
  level text not null check (level in ('reject', 'review')),
  -- Of code, notice, marketing, signature: where it counts.
  kinds text[] not null,
  -- Why, as the customer reads it: 涉赌.
  remark text not null default '',
  is_enabled boolean not null default true,
  -- Null: came with the product.
  staff_id uuid,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
grant select on forbidden_word to hongyan_app;
grant select, insert, update on forbidden_word to hongyan_platform;

-- Another id with every change of the list, so that each program knows when the one that it keeps is old.
create table forbidden_word_edition (
  edition uuid primary key
);
grant select on forbidden_word_edition to hongyan_app;
grant select, update on forbidden_word_edition to hongyan_platform;

-- Whose texts had a word, counted once a day: a text is checked at every pause of typing.
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
