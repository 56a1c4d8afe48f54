import path from 'node:path'
import { expect, test } from 'vitest'
import { readRoomFile, roomFiles } from './rooms.ts'

/** Words of addresses that stay out of the code, with the word that the code says instead (glossary). */
const words: Record<string, string> = { combo: 'package', derivation: 'export', uaccount: 'account', ulog: 'activity' }
const eitherCase = (word: string) => `[${word[0]!.toUpperCase()}${word[0]}]${word.slice(1)}`
const identifier = new RegExp(`(?<![\\w/.'-])(${Object.keys(words).map(eitherCase).join('|')})(?![a-z])`, 'g')

const strangeWords = (text: string) => [...text.matchAll(identifier)].map(match => match[0])

test('the code speaks the words of the glossary', () => {
  const root = path.join(import.meta.dirname, '../..')
  const files = roomFiles(root)
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(file => strangeWords(readRoomFile(root, file)).map(word => `${file}: ${word}`))).toEqual([])
})

test.each(['const comboList = []', 'function derivation() {}', 'type Ulog = string'])('%s is caught', text =>
  expect(strangeWords(text)).toHaveLength(1),
)
test('an address is no word of the code', () => expect(strangeWords("import('./sms/combo/Page.tsx')")).toEqual([]))
