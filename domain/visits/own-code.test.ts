import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { ownCodeProblem, wordProblem } from './own-code.ts'

const database = prepareTestDatabase()

test.each([
  'report',
  'Report',
  'REP0RT',
  'rep-ort',
  'robots-txt',
  'robots_txt',
  'well-known',
  'Well_Known',
  '4dmin',
  'l0g1n',
  'favicon',
  'hongyan',
])('%s is kept', code => expect(wordProblem(code)).toBe('reserved'))
test.each([
  'fuck',
  'FUCK2026',
  'f-u-c-k',
  'my_fuck',
  'b1tch',
  'n1gg3r',
  'caonima',
  'CaoN1Ma',
  'c4onima',
  'sh4bi',
  'shab1',
  '5eq1ng',
  'shit',
  'oh-shit',
  'sh1t',
  's-h-i-t',
  'wcnm',
])('%s is foul', code => expect(wordProblem(code)).toBe('offensive'))
test.each([
  'spring-sale',
  'shitang',
  'class',
  'classic2026',
  'fukuan',
  'wangba',
  'bocai',
  'reports',
  'administration',
  'jibao',
  'essex',
  '618-618',
  'room-5b',
  '____',
])('%s is fine', code => expect(wordProblem(code)).toBeNull())

test('a code is taken on its own domain only: an own code in any case, a drawn code in its exact case', async () => {
  const { account } = await createAccount(database.db)
  const other = await createAccount(database.db)
  await sql`insert into short_code (domain, code, account_id, link_id, folded_code)
    values ('', 'Sale', ${other.account}, ${newId()}, 'sale'), ('', 'jdRi5TL', ${other.account}, ${newId()}, null)`.execute(
    database.platformDb,
  )
  const problem = (domain: string, code: string) => asAccount(database.db, account, tx => ownCodeProblem(tx, domain, code))
  expect(await problem('', 'sale')).toBe('taken')
  expect(await problem('', 'SALE')).toBe('taken')
  expect(await problem('', 'jdRi5TL')).toBe('taken')
  expect(await problem('', 'jdri5tl')).toBeNull()
  expect(await problem('s.example.cn', 'sale')).toBeNull()
  expect(await problem('', 'report')).toBe('reserved')
})
