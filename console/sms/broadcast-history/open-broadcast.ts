import { useLocation, useNavigate } from 'react-router'

/** Opens a broadcast from its list, whose filters and page stay in the address. */
export function useOpenBroadcast(): (broadcastId: string) => void {
  const navigate = useNavigate()
  const { search } = useLocation()
  return broadcastId => {
    const query = new URLSearchParams(search)
    query.set('id', broadcastId)
    void navigate({ search: query.toString() }, { state: { isFromList: true } })
  }
}
