-- Where the number was given out, by its first seven digits (domain/numbering/province.ts): 广东. Null: not known.
alter table message add column province text;
