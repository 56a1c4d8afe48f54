import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { type Division, type Place, placeCode, readDivisions } from '#values/division.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { Field } from './Field.tsx'
import style from './PlaceField.module.css'

interface PlaceFieldProps {
  id: string
  place: Place
  isOptional?: boolean
  isDisabled?: boolean
  hint?: string | undefined
  error: string | null | undefined
  onChange: (place: Place, divisions: readonly Division[]) => void
}

/** Whether a place is chosen to its last level. */
export const isWhole = (place: Place, divisions: readonly Division[]) => placeCode(divisions, place) !== null

/** Query of the list of divisions, loaded once. */
export const divisionsQuery = { queryKey: ['divisions'], queryFn: readDivisions, staleTime: Number.POSITIVE_INFINITY, retry: false }

const none: readonly Division[] = []
const optionsOf = (divisions: readonly Division[]) => divisions.map(({ name }) => ({ value: name, label: name }))

/** Province, city and district one after the other; their list is loaded when the form opens. */
export function PlaceField({ id, place, isOptional = false, isDisabled = false, hint, error, onChange }: PlaceFieldProps) {
  const query = useQuery(divisionsQuery)
  const provinces = query.data ?? none
  const cities = provinces.find(one => one.name === place.province)?.children ?? none
  const districts = cities.find(one => one.name === place.city)?.children ?? none
  const choose = (next: Partial<Place>) => {
    const chosen = { ...place, ...next }
    // A level that only groups others can't be chosen.
    const below = provinces.find(one => one.name === chosen.province)?.children ?? none
    if (chosen.city === '' && below.length === 1) chosen.city = firstOrThrow(below).name
    onChange(chosen, provinces)
  }
  const failed = query.isError ? '地区列表没能加载' : undefined
  const shared = { showSearch: true, loading: query.isPending, style: { width: '100%' } } as const
  return (
    <Field label="所在地区" isGroup isOptional={isOptional} hint={hint} error={failed ?? error}>
      {() => (
        <div className={style.place}>
          <Select
            {...shared}
            id={id}
            aria-label="省"
            placeholder="省"
            disabled={isDisabled}
            status={error ? 'error' : ''}
            value={place.province || null}
            options={optionsOf(provinces)}
            onChange={province => choose({ province, city: '', district: '' })}
          />
          <Select
            {...shared}
            aria-label="市"
            placeholder="市"
            disabled={isDisabled || cities.length === 0}
            value={place.city || null}
            options={optionsOf(cities)}
            onChange={city => choose({ city, district: '' })}
          />
          <Select
            {...shared}
            aria-label="区县"
            placeholder={place.city !== '' && districts.length === 0 ? '无需选择' : '区县'}
            disabled={isDisabled || districts.length === 0}
            value={place.district || null}
            options={optionsOf(districts)}
            onChange={district => choose({ district })}
          />
          {query.isError ? <Button onClick={() => void query.refetch()}>重试</Button> : null}
        </div>
      )}
    </Field>
  )
}
