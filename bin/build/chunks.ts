/** What the division needs of a module graph; rolldown's `getModuleInfo` has it. */
interface ModuleLinks {
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
  code: string | null
}
export type ModuleGraph = (id: string) => ModuleLinks | null

/** From so many pages on, a module is loaded with the frame: most are on the first few pages that one opens. */
const minSharingPages = 4
/** From this size on, what a page shares with another area is a file of its own; less isn't worth a request. */
const minFileCharacters = 30_000
const pageFile = /\/Page\.tsx$/
const frameFile = /\/SignedInLayout\.tsx$/
const firstPage = /\/(?:console\/system|admin)\/home\//
/** But for antd's, whose sheet comes with the frame. */
const styleFile = /(?<!\/ui\/theme\/antd)\.css$/
/** Pages outside the frame. */
const visitorPage = /\/(?:console\/home|user|landpage|sign-in|set-up)\//

/** Files of every page and of the pages inside the frame; what only dialogs and drawers of several areas share. */
export const chunkNames = { app: 'app', frame: 'frame', parts: 'parts' } as const

/** Files that pages share: a few instead of a hundred small ones, each of which costs a request. */
export function chunkGroups(entryId: string) {
  let chunks: ReadonlyMap<string, string> | undefined
  return {
    // Each module has its own place.
    includeDependenciesRecursively: false,
    groups: [
      {
        debugName: 'chunks',
        // Asked about a module when all of them are known.
        name: (id: string, build: { getModuleInfo: ModuleGraph }) => {
          chunks ??= divideModules(entryId, module => build.getModuleInfo(module))
          return chunks.get(id) ?? null
        },
      },
    ],
  }
}

/**
 * The file of an app's modules. What the entry, several visitors' pages, or one of them and another file here load is
 * on every page; what the frame or several pages inside it load, and what the page after sign-in shares, comes with the
 * frame. What few pages share with another area is a file of these pages, if it is large. What else two pages or
 * dialogs share is in one file for each area of the app, and in another what only dialogs load. Everything else stays
 * with its page or dialog, but for the styles: those of all pages are one small sheet.
 */
export function divideModules(entryId: string, graph: ModuleGraph): ReadonlyMap<string, string> {
  const all = [...reach(entryId, graph, { isLater: () => true })]
  const pages = all.filter(id => pageFile.test(id))
  const frames = all.filter(id => frameFile.test(id))
  const parts = new Set(all.flatMap(id => graph(id)?.dynamicallyImportedIds ?? []).filter(isPart))
  const memberPages = pages.filter(page => !visitorPage.test(page))
  const memberCounts = countEntries(memberPages, graph)
  const visitorCounts = countEntries(
    pages.filter(page => visitorPage.test(page)),
    graph,
  )
  const areas = areasOf([...pages, ...frames], graph)

  const app = new Set([...reach(entryId, graph), ...all.filter(id => styleFile.test(id))])
  const frame = new Set(frames.flatMap(id => [...reach(id, graph)]))
  const firstPages = new Set(memberPages.filter(page => firstPage.test(page)).flatMap(page => [...reach(page, graph)]))
  for (const [id, count] of memberCounts) if (count >= (firstPages.has(id) ? 2 : minSharingPages)) frame.add(id)
  const shared = new Map<string, string>()
  /** What several areas share, by the pages that load it. */
  const ofAreas = new Map<string, { pages: string[]; ids: string[] }>()
  const reaches = memberPages.map(page => [page, reach(page, graph)] as const)
  for (const [id, count] of countEntries([...memberPages, ...parts], graph)) {
    const [area = '', ...others] = areas.get(id) ?? []
    if (count < 2 || parts.has(id)) continue
    const isOfAreas = others.length > 0
    if (!memberCounts.has(id)) shared.set(id, isOfAreas ? chunkNames.parts : `${area}-${chunkNames.parts}`)
    else if (isOfAreas) {
      const pages = reaches.flatMap(([page, ids]) => (ids.has(id) ? [page] : []))
      const { ids } = ofAreas.get(pages.join()) ?? { ids: [] }
      ofAreas.set(pages.join(), { pages, ids: [...ids, id] })
    } else shared.set(id, area)
  }
  for (const { pages, ids } of ofAreas.values()) {
    const isLarge = ids.reduce((sum, id) => sum + (graph(id)?.code?.length ?? 0), 0) >= minFileCharacters
    const [area = '', ...others] = new Set(pages.map(areaOf))
    const chunk = isLarge ? pages.map(folderOf).join('-') : others.length > 0 ? chunkNames.frame : area
    for (const id of ids) shared.set(id, chunk)
  }
  for (const [id, count] of visitorCounts) if (count > 1 || frame.has(id) || shared.has(id)) app.add(id)
  return new Map<string, string>([
    ...shared,
    ...[...frame].map(id => [id, chunkNames.frame] as const),
    ...[...app].map(id => [id, chunkNames.app] as const),
  ])
}

const isPart = (id: string) => !pageFile.test(id) && !frameFile.test(id)

/** The modules that a module loads, itself included; with `isLater`, of those too that it may load when it runs. */
function reach(from: string, graph: ModuleGraph, { isLater = (_: string): boolean => false } = {}): Set<string> {
  const found = new Set([from])
  for (const id of found) {
    const links = graph(id)
    for (const next of links?.importedIds ?? []) found.add(next)
    for (const next of links?.dynamicallyImportedIds ?? []) if (isLater(next)) found.add(next)
  }
  return found
}

/** How many of these pages or dialogs load a module. */
function countEntries(entries: readonly string[], graph: ModuleGraph): Map<string, number> {
  const counts = new Map<string, number>()
  for (const entry of entries) for (const id of reach(entry, graph)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** The areas whose pages load a module at once or later. */
function areasOf(pages: readonly string[], graph: ModuleGraph): Map<string, Set<string>> {
  const areas = new Map<string, Set<string>>()
  for (const page of pages) {
    for (const id of reach(page, graph, { isLater: isPart })) areas.set(id, (areas.get(id) ?? new Set()).add(areaOf(page)))
  }
  return areas
}

const folderOf = (page: string) => page.match(/([^/]*)\/[^/]*$/)?.[1] ?? ''

/**
 * The folder of a page's address: `sms` of `console/sms/template/Page.tsx`. Addresses of one part share an area. The
 * page after sign-in is one of its own: what it shares is there already.
 */
const areaOf = (page: string) =>
  firstPage.test(page) ? 'home' : (page.match(/.*\/(?:console|admin)\/([^/]+)\/[^/]+\/(?:.*\/)?Page\.tsx$/)?.[1] ?? 'area')
