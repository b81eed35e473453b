import { createContext, useContext } from 'react';
import type { FilterVocabulary, WorkflowVocabulary } from '~/api/fields';
import type { WorkflowDefinition, WorkflowIncident } from '~/api/workflows';
import type { PathValue } from './values';

// What the fields of a form choose from.
export interface Form {
  vocabulary: WorkflowVocabulary;
  filters: FilterVocabulary;
  couponSets: { id: string; name: string }[];
  staticSegments: { id: string; name: string }[];
  definition: WorkflowDefinition;
  // Of the trigger and of the nodes before.
  paths: PathValue[];
  // Those that filters may ask for: of the whole workflow, none.
  filterPaths: PathValue[];
  contactPaths: PathValue[];
  moments: { id: string; label: string }[];
}

export const FormContext = createContext<Form | undefined>(undefined);

export function useForm(): Form {
  const form = useContext(FormContext);
  if (!form) throw new Error('a field is shown outside of a form');
  return form;
}

// What the server has against the value at a place, in its words.
export type Wrong = (place: string) => string | undefined;

export const inside =
  (wrong: Wrong, place: string): Wrong =>
  (more) =>
    wrong(`${place}${more}`);

// Incidents name the place by the number that the node had when it was saved: what counts is where in the node it is.
export function wrongAt(incidents: WorkflowIncident[], root: RegExp): Wrong {
  const places = incidents.map((one) => ({ place: one.path.replace(root, ''), words: one.words }));
  return (place) => {
    const found = places.filter((one) => one.place === place || (place !== '' && one.place.startsWith(`${place}/`)));
    return found.length ? [...new Set(found.map((one) => one.words))].join('; ') : undefined;
  };
}

export const nodeRoot = /^\/definition\/nodes\/\d+/;
export const settingsRoot = /^\/definition\/settings/;
