// Package realism holds the generated legal world to the real rows it resembles.
// notes.yaml says why the two differ where they do; the tests check that it
// explains every difference `plantree -against published` flags, and nothing else.
// Another test looks for twelve kinds of defect by which lawyers tell a generated world.
// No command links this package.
package realism
