using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;
using UnityEngine;

namespace Meshcheck
{
    /// <summary>Checks models when they are imported, and logs what is to be fixed. A click on a message selects the model.</summary>
    public sealed class MeshcheckPostprocessor : AssetPostprocessor
    {
        private static readonly HashSet<string> Endings = new HashSet<string>(StringComparer.OrdinalIgnoreCase)
        {
            ".fbx", ".obj", ".gltf", ".glb", ".stl", ".ply", ".off", ".3mf", ".usd", ".usda", ".usdc", ".usdz",
        };

        private static void OnPostprocessAllAssets(string[] imported, string[] deleted, string[] moved, string[] movedFrom)
        {
            List<string> models = ModelsOf(imported);
            if (models.Count == 0)
            {
                return;
            }
            try
            {
                MeshcheckSettings settings = MeshcheckSettings.Load();
                if (settings.checkImports)
                {
                    Log(MeshcheckProgram.Check(models, settings));
                }
            }
            catch (Exception error) // an exception here would stop the import of other assets
            {
                Debug.LogError("meshcheck: " + error.Message);
            }
        }

        /// <summary>Returns the paths of the models among assets. Those of packages are not ours to fix.</summary>
        public static List<string> ModelsOf(IEnumerable<string> assets)
        {
            var models = new List<string>();
            foreach (string path in assets)
            {
                if (path.StartsWith("Assets/", StringComparison.Ordinal) && Endings.Contains(Path.GetExtension(path)))
                {
                    models.Add(path);
                }
            }
            return models;
        }

        /// <summary>Logs issues with their models, and returns how many fail.</summary>
        public static int Log(IEnumerable<MeshcheckProgram.Issue> issues)
        {
            int failing = 0;
            foreach (MeshcheckProgram.Issue issue in issues)
            {
                string path = issue.location.path;
                string text = path + ": " + issue.description + " (" + issue.check_name + ")";
                UnityEngine.Object asset = AssetDatabase.LoadMainAssetAtPath(path);
                if (issue.Fails)
                {
                    failing++;
                    Debug.LogError(text, asset);
                }
                else if (issue.severity != "info")
                {
                    Debug.LogWarning(text, asset);
                }
            }
            return failing;
        }
    }
}
