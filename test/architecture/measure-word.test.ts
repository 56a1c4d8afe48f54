import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { matchOrThrow } from '#values/or-throw.ts'
import { layerFiles, readLayerFile } from './layers.ts'

const root = path.join(import.meta.dirname, '../..')

/**
 * Synonyms of what contract/messages/measure-word.ts names, and rates whose denominator omits messages without a
 * report.
 */
const forbidden: readonly [RegExp, string][] = [
  [/计费条数|收费条数/, '条数 (all) or 扣费条数 (those that are paid for)'],
  [/成功率|送达率/, '到达率'],
  [/含未知/, '失败 without 未知'],
  [/whole=\{[^}]*delivered(?:Count)? \+ [^}]*failed(?:Count)?\}/, 'endedCount of contract/messages/statistics.ts'],
]
const otherWords = (file: string, text: string) =>
  forbidden.flatMap(([pattern, better]) => (pattern.test(text) ? [`${file}: ${matchOrThrow(pattern, text)[0]} → ${better}`] : []))

test('measures have one name and rates one formula, on screens, in exports and in documents', () => {
  const files = layerFiles(root).filter(file => !file.endsWith('.test.ts') && !file.startsWith('contract/messages/measure-word'))
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(file => otherWords(file, readLayerFile(root, file)))).toEqual([])
  const docs = readdirSync(path.join(root, 'docs')).filter(name => name.endsWith('.md'))
  expect(docs.flatMap(name => otherWords(name, readFileSync(path.join(root, 'docs', name), 'utf8')))).toEqual([])
})

test.each(["title: '计费条数'", "label: '成功率'", '`含未知 ${count}`', 'whole={row.deliveredCount + row.failedCount}'])(
  '%s is caught',
  text => expect(otherWords('a.tsx', text)).toHaveLength(1),
)
