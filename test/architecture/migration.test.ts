import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#bin/build/built.ts'
import { problemsOf } from './migration.ts'

/** From here on releases are rolled out beside the one before. */
const lastBeforeRolling = '0055'
const folder = path.join(root, 'db/migrations')
const names = readdirSync(folder).filter(name => name.endsWith('.sql') && name.slice(0, 4) > lastBeforeRolling)

test('migrations run beside the previous release and its callers', () => {
  const problems = names.flatMap(name => problemsOf(readFileSync(path.join(folder, name), 'utf8')).map(problem => `${name}: ${problem}`))
  expect(problems).toEqual([])
})

test.each([
  'alter table member rename column a to b',
  'alter table member drop column a',
  'drop table member',
  'alter table member alter column a type bigint',
  'alter table member alter column a set not null',
  'alter table member add column a text not null',
  'alter table member add column a text generated always as (lower(name)) stored',
  'alter table member add column a uuid not null default gen_random_uuid()',
  "alter table member add column a text not null default '' check (a <> 'x')",
  'alter table member add constraint a_known check (a > 0)',
  'alter table member add constraint a_fk foreign key (a) references b(a)',
  'create index member_a on member (a)',
  'create index concurrently member_a on member (a)',
  'truncate member',
])('%s is refused', text => expect(problemsOf(`-- Why.\n${text};\n`)).toHaveLength(1))

test.each([
  'create table one (a text not null); create index one_a on one (a); alter table one add constraint a_known check (a > 0);',
  "alter table member add column a jsonb not null default '{}';",
  'alter table member add column a timestamptz not null default now();',
  'alter table member add constraint a_known check (a > 0) not valid;',
  'alter table member validate constraint a_known;',
  '-- contract: 0.3.0\nalter table member drop column a;',
  'create function f() returns void language sql as $$ truncate member $$;',
])('%s is accepted', text => expect(problemsOf(text)).toEqual([]))

test('an index of a table that exists is built concurrently', () =>
  expect(problemsOf('-- no transaction\ncreate index concurrently member_a on member (a);\n')).toEqual([]))
