import type { DraftFields } from '#contract/broadcast/broadcast-draft.ts'

/**
 * `fresh`: nothing typed. `waiting`: typed and not saved yet. `changed`: somebody else has saved another version.
 * `sent`: it became a broadcast.
 */
export type DraftStatus = 'fresh' | 'kept' | 'waiting' | 'saving' | 'failed' | 'changed' | 'sent'

export interface DraftState {
  fields: DraftFields
  status: DraftStatus
}

interface Saved {
  version: number
  fields: DraftFields
}

/** Storage of a draft: the server, and this browser for what the server does not have yet. */
export interface DraftPlaces {
  save: (draft: Saved) => Promise<{ version: number }>
  read: () => Promise<Saved>
  backUp: (draft: Saved | null) => void
  /** Code of a failed save; null: a retry may work. */
  codeOf: (error: unknown) => string | null
}

const pauseMs = 600
const retryMs = 5_000
const isSame = (a: DraftFields, b: DraftFields) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Autosave of a broadcast's draft: at once in this browser, a moment later on the server, with retries. Optimistic
 * concurrency: of two editors the later one sees the conflict and chooses.
 */
export class DraftAutosave {
  #state: DraftState
  #version: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> | null = null
  readonly #places: DraftPlaces
  readonly #listeners = new Set<() => void>()

  /** `backup`: input in this browser that the server may lack. */
  constructor(kept: Saved, backup: Saved | null, places: DraftPlaces) {
    this.#places = places
    this.#version = kept.version
    const isAhead = backup !== null && !isSame(backup.fields, kept.fields)
    this.#state = { fields: isAhead ? backup.fields : kept.fields, status: kept.version === 0 ? 'fresh' : 'kept' }
    if (!isAhead) return
    this.#version = backup.version
    this.#state = { ...this.#state, status: 'waiting' }
    this.#plan(0)
  }

  get state(): DraftState {
    return this.#state
  }
  /** Whether the server has ever had it. */
  get isKnown(): boolean {
    return this.#version > 0
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly change = (next: Partial<DraftFields>): void => {
    const fields = { ...this.#state.fields, ...next }
    if (isSame(fields, this.#state.fields)) return
    this.#places.backUp({ version: this.#version, fields })
    const { status } = this.#state
    const stays = status === 'changed' || status === 'sent' || status === 'saving'
    this.#set({ fields, status: stays ? status : 'waiting' })
    if (!stays) this.#plan(pauseMs)
  }

  /** Saves unsaved input now. */
  readonly flush = async (): Promise<void> => {
    await this.#saving
    const { status } = this.#state
    if (status === 'waiting' || status === 'failed') await this.#run()
  }

  /** Resolves a conflict: this version stays. */
  readonly keepMine = async (): Promise<void> => {
    this.#version = (await this.#places.read()).version
    await this.#run()
  }

  /** Resolves a conflict: the other version stays. */
  readonly takeTheirs = async (): Promise<void> => {
    const theirs = await this.#places.read()
    this.#version = theirs.version
    this.#places.backUp(null)
    this.#set({ fields: theirs.fields, status: 'kept' })
  }

  /** It was sent: nothing is saved any more. */
  readonly end = (): void => {
    clearTimeout(this.#timer)
    this.#places.backUp(null)
    this.#set({ ...this.#state, status: 'sent' })
  }

  /** It is discarded: nothing is saved any more. */
  readonly drop = (): void => {
    clearTimeout(this.#timer)
    this.#places.backUp(null)
    this.#set({ ...this.#state, status: 'kept' })
  }

  readonly stop = (): void => clearTimeout(this.#timer)

  #set(state: DraftState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  #plan(afterMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#run(), afterMs)
  }

  #run(): Promise<void> {
    clearTimeout(this.#timer)
    this.#saving ??= this.#save().finally(() => {
      this.#saving = null
    })
    return this.#saving
  }

  async #save(): Promise<void> {
    const { fields } = this.#state
    this.#set({ fields, status: 'saving' })
    try {
      this.#version = (await this.#places.save({ version: this.#version, fields })).version
    } catch (error) {
      if (!(await this.#mend(fields, this.#places.codeOf(error)))) return
    }
    if (this.#state.status === 'sent') return
    if (!isSame(this.#state.fields, fields)) {
      this.#set({ ...this.#state, status: 'waiting' })
      return this.#plan(pauseMs)
    }
    this.#places.backUp(null)
    this.#set({ fields, status: 'kept' })
  }

  /**
   * Whether the server has this version after all: after a lost answer the next save conflicts with its own
   * predecessor.
   */
  async #mend(fields: DraftFields, code: string | null): Promise<boolean> {
    if (code === 'draft_sent') {
      this.end()
      return false
    }
    if (code === 'not_found') this.#version = 0
    if (code === 'draft_changed') {
      const theirs = await this.#places.read().catch(() => null)
      if (theirs && isSame(theirs.fields, fields)) {
        this.#version = theirs.version
        return true
      }
      this.#set({ ...this.#state, status: 'changed' })
      return false
    }
    this.#set({ ...this.#state, status: 'failed' })
    this.#plan(code === 'not_found' ? 0 : retryMs)
    return false
  }
}
