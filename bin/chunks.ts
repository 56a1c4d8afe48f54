/** What the division needs of a module graph; rolldown's `getModuleInfo` has it. */
interface ModuleLinks {
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
}
export type ModuleGraph = (id: string) => ModuleLinks | null

/** From so many pages on, a module is loaded with the frame: most are on the first few pages that one opens. */
const minSharingPages = 3
const pageFile = /\/Page\.tsx$/
const frameFile = /\/SignedInLayout\.tsx$/
/** Pages outside the frame. */
const visitorPage = /\/(?:console\/home|user|landpage|sign-in|set-up)\//

/** `app`: on every page; `frame`: on pages inside the frame. */
export type ChunkName = 'app' | 'frame'

/** Files that pages share: two instead of a hundred small ones, each of which costs a request. */
export function chunkGroups(entryId: string) {
  let chunks: ReadonlyMap<string, ChunkName> | undefined
  // Asked about a module when all of them are known.
  const group = (name: ChunkName, priority: number) => ({
    debugName: name,
    priority,
    name: (id: string, build: { getModuleInfo: ModuleGraph }) => {
      chunks ??= divideModules(entryId, module => build.getModuleInfo(module))
      return chunks.get(id) === name ? name : null
    },
  })
  // A group takes what its modules load too, but for what the one before it has taken.
  return [group('app', 2), group('frame', 1)]
}

/**
 * The file of an app's modules. What the entry, several visitors' pages, or one of them and the frame load is on every
 * page; what the frame and several pages inside it load comes with the frame. Everything else stays with its pages.
 */
export function divideModules(entryId: string, graph: ModuleGraph): ReadonlyMap<string, ChunkName> {
  const all = [...reach(entryId, graph, { isLater: true })]
  const pages = all.filter(id => pageFile.test(id))
  const visitorCounts = countPages(
    pages.filter(page => visitorPage.test(page)),
    graph,
  )
  const memberCounts = countPages(
    pages.filter(page => !visitorPage.test(page)),
    graph,
  )
  const app = reach(entryId, graph)
  const frame = new Set(all.filter(id => frameFile.test(id)).flatMap(id => [...reach(id, graph)]))
  for (const [id, count] of memberCounts) if (count >= minSharingPages) frame.add(id)
  for (const [id, count] of visitorCounts) if (count > 1 || frame.has(id)) app.add(id)
  return new Map<string, ChunkName>([...[...frame].map(id => [id, 'frame'] as const), ...[...app].map(id => [id, 'app'] as const)])
}

/** The modules that a module loads, itself included; with `isLater`, those too that it may load when it runs. */
function reach(from: string, graph: ModuleGraph, { isLater = false } = {}): Set<string> {
  const found = new Set([from])
  for (const id of found) {
    const links = graph(id)
    for (const next of links?.importedIds ?? []) found.add(next)
    if (isLater) for (const next of links?.dynamicallyImportedIds ?? []) found.add(next)
  }
  return found
}

/** How many of these pages load a module. */
function countPages(pages: readonly string[], graph: ModuleGraph): Map<string, number> {
  const counts = new Map<string, number>()
  for (const page of pages) for (const id of reach(page, graph)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
