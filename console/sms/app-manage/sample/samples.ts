import { goSample, javaSample } from './compiled.ts'
import type { Sample } from './facts.ts'
import { curlSample, nodeSample, phpSample, pythonSample } from './script.ts'
import { alibabaSample, tencentSample } from './vendor.ts'

/** Every sample, in the order of their tabs. */
export const samples: readonly Sample[] = [
  curlSample,
  nodeSample,
  pythonSample,
  javaSample,
  phpSample,
  goSample,
  alibabaSample,
  tencentSample,
]
