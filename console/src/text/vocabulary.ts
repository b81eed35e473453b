import { useCallback } from 'react';
import { type ContactField, useContactFields as useReadFields } from '~/api/contactFields';
import { type FilterVocabulary, useFilterVocabulary as useReadVocabulary } from '~/api/fields';
import type { FrameTexts } from './en';
import { useText } from './t';

type Names = Pick<FrameTexts, 'systemFields' | 'systemOptions'>;

interface Named {
  id: string;
  name: string;
  options?: { id: string; label: string }[];
}

// A field of the system is called as the reader's language has it; the store's own are called as they are.
export function named<Field extends Named>(field: Field, { systemFields, systemOptions }: Names): Field {
  const name = systemFields[field.id];
  if (!name) return field;
  const options = field.options?.map((one) => ({ ...one, label: systemOptions[one.id] ?? one.label }));
  return { ...field, name, also: field.name, ...(options && { options }) };
}

export function useFilterVocabulary() {
  const t = useText();
  const select = useCallback(
    (read: FilterVocabulary) => ({ ...read, fields: read.fields.map((field) => named(field, t)) }),
    [t],
  );
  return useReadVocabulary(select);
}

export function useContactFields(enabled = true) {
  const t = useText();
  const select = useCallback((read: ContactField[]) => read.map((field) => named(field, t)), [t]);
  return useReadFields({ select, enabled });
}
