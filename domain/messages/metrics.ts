import { histogram, latencyBuckets } from '#metrics/registry.ts'

const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024] as const

export const commitItems = histogram('hongyan_group_commit_items', 'Requests that share a commit', sizes)
export const commitWaits = histogram('hongyan_group_commit_wait_seconds', 'Wait of a request for its commit to begin', latencyBuckets)
export const commitDurations = histogram('hongyan_group_commit_duration_seconds', 'Duration of a shared commit', latencyBuckets)
