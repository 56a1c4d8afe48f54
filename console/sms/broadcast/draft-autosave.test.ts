import { expect, test } from 'vitest'
import { emptyDraft } from './draft.ts'
import { DraftAutosave } from './draft-autosave.ts'

type Saved = { version: number; fields: typeof emptyDraft }
class Code extends Error {}

/** A server with one draft that can lose its answers or be unavailable. */
function server(kept: Saved | null = null) {
  const state: { kept: Saved | null; isAway: boolean; losesAnswer: boolean; backup: Saved | null } = {
    ...{ kept, isAway: false, losesAnswer: false, backup: null },
  }
  const places = {
    save: async ({ version, fields }: Saved) => {
      if (state.isAway) throw new Code('network')
      if ((state.kept?.version ?? 0) !== version) throw new Code('draft_changed')
      state.kept = { version: version + 1, fields }
      if (state.losesAnswer) throw new Code('network')
      return { version: version + 1 }
    },
    read: async () => state.kept!,
    backUp: (draft: Saved | null) => {
      state.backup = draft
    },
    codeOf: (error: unknown) => (error as Code).message,
  }
  const open = () => new DraftAutosave(state.kept ?? { version: 0, fields: emptyDraft }, state.backup, places)
  return { state, open }
}

test('a draft is in this browser at once and on the server a moment later, where another device gets it', async () => {
  const { state, open } = server()
  const autosave = open()
  expect(autosave.state.status).toBe('fresh')
  autosave.change({ name: '双十一' })
  expect(state.backup?.fields.name).toBe('双十一')
  await autosave.flush()
  expect(autosave.state.status).toBe('kept')
  expect([state.kept?.fields.name, state.backup]).toEqual(['双十一', null])
  expect(open().state.fields.name).toBe('双十一')
})

test('a draft survives an unavailable server and a reload', async () => {
  const { state, open } = server()
  const autosave = open()
  state.isAway = true
  autosave.change({ name: '没有网络' })
  await autosave.flush()
  expect(autosave.state.status).toBe('failed')
  autosave.stop()
  const after = open()
  expect(after.state).toMatchObject({ fields: { name: '没有网络' }, status: 'waiting' })
  state.isAway = false
  await after.flush()
  expect(state.kept?.fields.name).toBe('没有网络')
})

test('a save whose answer was lost is not taken for somebody else’s change', async () => {
  const { state, open } = server()
  const autosave = open()
  state.losesAnswer = true
  autosave.change({ name: '一' })
  await autosave.flush()
  state.losesAnswer = false
  await autosave.flush()
  expect(autosave.state.status).toBe('kept')
  autosave.change({ name: '二' })
  await autosave.flush()
  expect(state.kept).toMatchObject({ version: 2, fields: { name: '二' } })
})

test('of two editors of one draft the later one sees the conflict and chooses', async () => {
  const { state, open } = server({ version: 3, fields: emptyDraft })
  const [mine, theirs] = [open(), open()]
  theirs.change({ name: '同事的' })
  await theirs.flush()
  mine.change({ name: '我的' })
  await mine.flush()
  expect(mine.state).toMatchObject({ fields: { name: '我的' }, status: 'changed' })
  await mine.keepMine()
  expect(state.kept?.fields.name).toBe('我的')
  theirs.change({ name: '再改' })
  await theirs.flush()
  await theirs.takeTheirs()
  expect(theirs.state).toMatchObject({ fields: { name: '我的' }, status: 'kept' })
})

test('input during a save is saved too', async () => {
  const { state, open } = server()
  const autosave = open()
  autosave.change({ name: '一' })
  const first = autosave.flush()
  autosave.change({ name: '一二' })
  await first
  await autosave.flush()
  expect(state.kept?.fields.name).toBe('一二')
})
