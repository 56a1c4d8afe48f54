-- A code that people chose is found whatever the case it is typed in: here it stands in small letters, once on a domain. Null for drawn codes, in which the case
-- tells one from another (domain/links/code.ts).
alter table short_code add column folded_code text;
-- Of older codes nothing tells who chose them but their look: 7 of the letters that are drawn from, in both cases, are taken for drawn. Where two differ in their
-- case alone, both go on as they are.
update short_code set folded_code = lower(code)
where message_id is null and (code !~ '^[2-9A-HJ-NP-Za-km-np-z]{7}$' or code in (lower(code), upper(code)))
  and not exists (
    select from short_code as other
    where other.domain = short_code.domain and other.code <> short_code.code and lower(other.code) = lower(short_code.code) and other.message_id is null
  );
create unique index short_code_folded on short_code (domain, folded_code) where folded_code is not null;
