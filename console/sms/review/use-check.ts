import { useQuery } from '@tanstack/react-query'
import { contentCalls } from '#contract/content/content.ts'
import { type Finding, note } from '#contract/content/finding.ts'
import type { WordKind } from '#contract/forbidden-words/word.ts'
import { type CallError, send } from '#ui/call.ts'
import { useSettledText } from '#ui/settled.ts'

/**
 * Findings that only the server can make (forbidden words), debounced; until then its last ones, without their
 * positions.
 */
export function useServerFindings(kind: WordKind, text: string): Finding[] {
  const asked = useSettledText(text)
  const query = useQuery<{ of: string; findings: Finding[] }, CallError>({
    queryKey: [contentCalls.check.path, kind, asked],
    queryFn: async ({ signal }) => ({ of: asked, findings: (await send(contentCalls.check, { kind, text: asked }, { signal })).findings }),
    enabled: asked.trim() !== '',
    placeholderData: before => before,
    retry: false,
    staleTime: 10_000,
  })
  if (text.trim() === '') return []
  if (query.error) return [note('check_away', '暂时不能检查违禁词，提交时会再检查')]
  if (!query.data) return []
  const { of, findings } = query.data
  return of === text ? findings : findings.map(({ marks: _, ...finding }) => finding)
}
