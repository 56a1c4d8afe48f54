import { Segmented } from 'antd'
import { Suspense } from 'react'
import { routes } from '#console/routes.tsx'
import { CapabilityNote } from '#console/shared/CapabilityNote.tsx'
import { lazyPart } from '#ui/chunk.ts'
import layout from '#ui/layout.module.css'
import { PageHead } from '#ui/PageHead.tsx'
import { PageSkeleton } from '#ui/PageSkeleton.tsx'
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
