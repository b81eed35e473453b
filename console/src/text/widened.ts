// A table of words as its translations have it: the same names, with any words.
export type Widened<Table> = {
  [Name in keyof Table]: Table[Name] extends string
    ? string
    : Table[Name] extends (...given: infer Given) => string
      ? (...given: Given) => string
      : Widened<Table[Name]>;
};
