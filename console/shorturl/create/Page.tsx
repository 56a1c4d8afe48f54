import { Segmented } from 'antd'
import { Suspense } from 'react'
import { routes } from '#console/routes.tsx'
import { CapabilityNote } from '#console/shared/CapabilityNote.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import layout from '#ui/theme/layout.module.css'
import { useUrlState } from '#ui/url-state.ts'
import { UnitsNote } from '../ui/UnitsNote.tsx'
import { SingleCreate } from './SingleCreate.tsx'

const BatchCreate = lazyPart('BatchCreate', () => import('./batch/BatchCreate.tsx'))

const ways = [
  { value: 'single', label: '单个创建' },
  { value: 'batch', label: '批量创建' },
]

/** 创建短链: one at a time, or many from a file. */
export function Page() {
  const [{ way }, setUrl] = useUrlState({ way: 'single' })
  return (
    <>
      <PageHead title="创建短链" note={routes['/shorturl/create'].note} />
      <CapabilityNote capability="link.create" />
      <UnitsNote />
      <Segmented className={layout.below16} aria-label="创建方式" options={ways} value={way} onChange={next => setUrl({ way: next })} />
      <Suspense fallback={<PageSkeleton />}>{way === 'batch' ? <BatchCreate /> : <SingleCreate />}</Suspense>
    </>
  )
}
