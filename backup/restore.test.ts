import { expect, test } from 'vitest'
import type { SavedFile } from './manifest.ts'
import { filesAt } from './restore.ts'

const file = (path: string, modifiedAtMs: number): SavedFile => ({
  path,
  object: `${path}~${modifiedAtMs}`,
  modifiedAtMs,
  bytes: 1,
  sha256: '',
  storedBytes: 1,
  storedSha256: '',
})
const objectsAt = (files: SavedFile[], journal: SavedFile[], ms: number | null) =>
  filesAt({ files }, journal, ms === null ? null : new Date(ms)).map(({ object }) => object)

test('a file is restored as of the moment; a growing one as after it, since a database never knows more of it than there is', () => {
  const [export10, export30] = [file('files/a/1', 10), file('files/a/1', 30)]
  const [heads10, heads30] = [file('audit/heads.jsonl', 10), file('audit/heads.jsonl', 30)]
  expect(objectsAt([export10, heads10], [export30, heads30], 20)).toEqual([export30.object, heads10.object])
  expect(objectsAt([export10, heads10], [export30, heads30], 30)).toEqual([export30.object, heads30.object])
  expect(objectsAt([export10, heads10], [export30, heads30], null)).toEqual([export30.object, heads30.object])
})

test('a file that is newer than the moment is left out', () => {
  expect(objectsAt([], [file('files/a/2', 30)], 20)).toEqual([])
  expect(objectsAt([file('files/a/1', 10)], [file('files/a/2', 30)], 20)).toEqual(['files/a/1~10'])
})
