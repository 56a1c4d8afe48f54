-- The columns of each list as a person has them, by the list's name: hidden ones, order and widths.
alter table member add column list_columns jsonb not null default '{}';
alter table staff add column list_columns jsonb not null default '{}';
