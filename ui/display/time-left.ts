interface Progress {
  doneCount: number
  totalCount: number | null
  startedAt: string | null
}

/** 「，约剩 12 秒」 at the speed since the start; '' while that says nothing. */
export function timeLeftText({ doneCount, totalCount, startedAt }: Progress): string {
  if (startedAt === null || totalCount === null || doneCount === 0 || doneCount >= totalCount) return ''
  const seconds = (Date.now() - Date.parse(startedAt)) / 1_000
  if (seconds < 1) return ''
  const left = ((totalCount - doneCount) / doneCount) * seconds
  return left < 90 ? `，约剩 ${Math.ceil(left)} 秒` : `，约剩 ${Math.ceil(left / 60)} 分钟`
}
