import { forgetAll, recall, remember } from '#ui/remembered.ts'

/** An object that was opened from the palette. */
export interface RecentObject {
  to: string
  title: string
  note: string
}
interface Recents {
  objects: readonly RecentObject[]
  /** Paths of pages. */
  pages: readonly string[]
}

const most = 6
const prefix = 'recents.'
const none: Recents = { objects: [], pages: [] }

/** What a person opened last in this browser, newest first. Nothing is kept for nobody (''). */
export const recentsOf = (person: string): Recents => recall<Recents>(prefix + person) ?? none

export function rememberObject(person: string, { to, title, note }: RecentObject): void {
  if (person === '') return
  const { objects, pages } = recentsOf(person)
  remember(prefix + person, { pages, objects: [{ to, title, note }, ...objects.filter(one => one.to !== to)].slice(0, most) })
}

export function rememberPage(person: string, path: string): void {
  if (person === '') return
  const { objects, pages } = recentsOf(person)
  remember(prefix + person, { objects, pages: [path, ...pages.filter(one => one !== path)].slice(0, most) })
}

/** Forgets what was opened by anyone; called when somebody signs out. */
export const forgetRecents = () => forgetAll(prefix)
