import { Button } from 'antd'
import { useLocation, useNavigate } from 'react-router'
import type { ListPath } from './list-path.ts'

/** Back to the list, where one left it. */
export function Back({ path }: { path: ListPath }) {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const back = () => {
    if (isFromList(state)) return void navigate(-1)
    const rest = new URLSearchParams(search)
    for (const name of ['id', 'code', 'with', 'view']) rest.delete(name)
    void navigate({ pathname: path, search: rest.toString() })
  }
  return <Button onClick={back}>返回列表</Button>
}

const isFromList = (state: unknown) => typeof state === 'object' && state !== null && 'isFromList' in state
