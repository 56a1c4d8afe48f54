import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { pagesOfDocs, readCode, unknownCommands, unknownWords } from './docs.ts'

const root = path.join(import.meta.dirname, '../..')
const code = readCode(root)

test('the docs name only what the code has', () => {
  const pages = pagesOfDocs(root)
  expect(pages.length).toBeGreaterThan(8)
  expect(pages.flatMap(page => unknownWords(readFileSync(path.join(root, page), 'utf8'), code).map(word => `${page}: ${word}`))).toEqual([])
})

test('every command of the docs exists', () =>
  expect(
    pagesOfDocs(root).flatMap(page =>
      unknownCommands(readFileSync(path.join(root, page), 'utf8'), code).map(command => `${page}: ${command}`),
    ),
  ).toEqual([]))

test.each([
  'DATABASE_URL=… node db/gone.ts',
  '    npm run gone  # in a block',
  '`npm run bench engine gone -- --flowing`',
  'npm run admin -- staff-gone zhao',
  'runuser -u hongyan -- /opt/hongyan/hongyan --settings=/etc/hongyan/hongyan.env gone',
  '`npx vitest run --project unit values/gone.test.ts`',
  'npx vitest run --project gone',
])('the command %s is caught', text => expect(unknownCommands(text, code)).toHaveLength(1))

test.each(['`npm run nothing`', '`domain/gone.ts`', '`node bench/gone.ts`', '`asNobodyAtAll`', '`GONE_PORT`'])('%s is caught', word =>
  expect(unknownWords(`See ${word}.`, { ...code, text: 'asAccount' })).toHaveLength(1),
)
test.each(['`npm run check`', '`domain/ledger/`', '`asAccount`', '`npm ci && npm start`'])('%s is known', word =>
  expect(unknownWords(`See ${word}.`, code)).toEqual([]),
)

test('decisions have one format and are listed in the index', () => {
  const index = readFileSync(path.join(root, 'docs/decisions/README.md'), 'utf8')
  const decisions = pagesOfDocs(root).filter(page => /^docs\/decisions\/\d/.test(page))
  expect(decisions.length).toBeGreaterThan(50)
  const problems = decisions.flatMap(page => {
    const name = path.basename(page)
    const text = readFileSync(path.join(root, page), 'utf8')
    const [, title = '', status = ''] = /^# \d{4} (.+)\n\nStatus: ((?:accepted|superseded by \d{4}) · \d{4}-\d\d-\d\d.*)\n/.exec(text) ?? []
    const sections = [...text.matchAll(/^## (.+)$/gm)].map(match => match[1]).join(', ')
    const isIndexed = index.includes(`| [${name.slice(0, 4)}](${name}) | ${title} |`) && index.includes(`| ${status} |`)
    return [
      title === '' && `${page}: title or status`,
      !/^Context, Decision, (Alternatives left, )?Consequences$/.test(sections) && `${page}: ${sections}`,
      !isIndexed && `${page}: index`,
    ].filter(Boolean)
  })
  expect(problems).toEqual([])
})

test('links between pages of the docs are valid', () => {
  const broken = pagesOfDocs(root).flatMap(page => {
    const links = [...readFileSync(path.join(root, page), 'utf8').matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map(match => match[1]!)
    return links.filter(link => !/^\w+:/.test(link) && !code.hasPath(path.join(path.dirname(page), link))).map(link => `${page}: ${link}`)
  })
  expect(broken).toEqual([])
})
